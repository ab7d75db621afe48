/** What a chart shows, and its table twin. `null` is a gap, never zero. */
export interface ChartData {
  labels: readonly string[]
  series: readonly { name: string; values: readonly (number | null)[] }[]
}

export interface ChartProps extends ChartData {
  /** What the chart shows, in a sentence; also its name for screen readers. */
  title: string
  xTitle: string
  yTitle: string
  /** Figures in tooltip, axis and table. Default: as they are. */
  format?: (value: number) => string
  /** Pixels. */
  height?: number
  /** Index of the label that was clicked; every figure should open its rows. */
  onPick?: (index: number) => void
}

/** One step of a distribution: from `from`, up to but without `to`. */
export interface Bin {
  from: number
  to: number
  count: number
  /** The last bin includes its upper end. */
  isLast?: boolean
}

/** 「[60, 70)」, the last one 「[90, 100]」. */
export const binLabel = ({ from, to, isLast }: Bin, format: (value: number) => string): string =>
  `[${format(from)}, ${format(to)}${isLast ? ']' : ')'}`
