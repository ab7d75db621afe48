import { type FigureKind, figureText, NO_FIGURE } from './figure.ts'
import { intervalText } from './estimate.ts'

/**
 * How figures are drawn. All kinds read one shape:
 * `bars`, `lines`, `dots`, `stacked100` one value a label and series; `histogram` one series of counts, its labels the
 * intervals; `boxes` five series in the order of `BOX_SERIES`; `scatter` a point a label, series 0 across and series 1
 * upwards; `matrix` series are rows and labels columns.
 */
export type ChartKind =
  | 'bars'
  | 'histogram'
  | 'lines'
  | 'dots'
  | 'boxes'
  | 'scatter'
  | 'matrix'
  | 'stacked100'

/** Series of `boxes`: quartiles by linear interpolation, whiskers at most 1.5 interquartile ranges. @source reports R16 */
export const BOX_SERIES = ['下须', '下四分位', '中位数', '上四分位', '上须'] as const

export interface ChartSeries {
  name: string
  /** One a label; `null` is a gap, never zero. */
  values: readonly (number | null)[]
  /** Ends of the interval of each value. */
  lo?: readonly (number | null)[]
  hi?: readonly (number | null)[]
  /** Where it is another figure than the chart's. */
  figure?: FigureKind
  /** What the others are seen against, as the whole grade: a grey area behind the lines. */
  isGround?: boolean
}

/** Figures of a chart. The drawing, its table, the clipboard, the PDF and the spoken summary are made from this value. */
export interface ChartData {
  kind: ChartKind
  /** What is shown, in a few words: 各班均分. */
  title: string
  /** What the labels are: 班级. Of a scatter: what stands across. */
  xTitle: string
  /** What the values are: 均分. */
  yTitle: string
  figure: FigureKind
  labels: readonly string[]
  series: readonly ChartSeries[]
  /** How many people or papers are behind all of it. */
  n?: number
  /** Percentage of the intervals, default 95. */
  interval?: 90 | 95
  /** Values that all others are compared with: the mean of the grade, a line of admission. `axis` x only for a scatter. */
  references?: readonly { value: number; label: string; axis?: 'x' | 'y' }[]
  /** Names of the quadrants that the references of a scatter cut: upper left, upper right, lower left, lower right. */
  quadrants?: readonly [string, string, string, string]
  /** Limits behind the points of a scatter; what they mean for a point is told where the point has its other figures. */
  curves?: readonly { name: string; points: readonly { x: number; y: number }[] }[]
  /** What a point of a scatter is: 题, 班级. */
  pointTitle?: string
  /** Values are steps and no numbers: the first step is 1, the lowest one. */
  steps?: readonly string[]
  /** Outliers of each box, by label. */
  outliers?: readonly (readonly number[])[]
}

/** One step of a distribution: from `from`, up to but without `to`; the last one includes its upper end. */
export interface Bin {
  from: number
  to: number
  count: number
  isLast?: boolean
}

/** 「[60, 70)」, the last one 「[90, 100]」. */
export const binLabel = (
  { from, to, isLast }: Omit<Bin, 'count'>,
  format: (value: number) => string = String,
): string => `[${format(from)}, ${format(to)}${isLast ? ']' : ')'}`

/** A distribution without the empty steps at its ends; those between stay, a gap tells something. */
export function withoutEmptyEnds(bins: readonly Bin[]): readonly Bin[] {
  const first = bins.findIndex(({ count }) => count > 0)
  if (first < 0) return bins
  return bins.slice(first, bins.findLastIndex(({ count }) => count > 0) + 1)
}

/** A distribution as a chart: how many fall in each step. */
export const histogramOf = (
  bins: readonly Bin[],
  names: Pick<ChartData, 'title' | 'xTitle' | 'n'>,
): ChartData => {
  const shown = withoutEmptyEnds(bins)
  return {
    kind: 'histogram',
    ...names,
    yTitle: '人数',
    figure: 'count',
    labels: shown.map((bin) => binLabel(bin)),
    series: [{ name: '人数', values: shown.map(({ count }) => count) }],
  }
}

const figureOf = (data: ChartData, series: ChartSeries): FigureKind => series.figure ?? data.figure

/** A value as the chart writes it: a figure, or the name of its step; nothing between two steps. */
export const chartFigureText = (
  { steps, figure }: Pick<ChartData, 'steps' | 'figure'>,
  value: number | null | undefined,
  kind: FigureKind = figure,
): string => {
  if (!steps) return figureText(value, kind)
  return value === null || value === undefined ? NO_FIGURE : (steps[value - 1] ?? '')
}

/** The text of one value, with its interval: "86.2（82.9–89.5）". */
export function valueText(data: ChartData, series: ChartSeries, index: number): string {
  const kind = figureOf(data, series)
  const value = series.values[index]
  const [lo, hi] = [series.lo?.[index] ?? null, series.hi?.[index] ?? null]
  const text = chartFigureText(data, value, kind)
  return text === NO_FIGURE || lo === null || hi === null
    ? text
    : `${text}（${intervalText(lo, hi, kind)}）`
}

export interface ChartTable {
  /** The first one names the labels. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** The same figures as a table: a row a label, and a column a series with two more where it has an interval. */
export function chartTable(data: ChartData): ChartTable {
  if (data.kind === 'matrix')
    return {
      head: [data.yTitle, ...data.labels],
      rows: data.series.map((series) => [
        series.name,
        ...data.labels.map((_, index) => valueText(data, series, index)),
      ]),
    }
  const columns = data.series.flatMap((series) => {
    const kind = figureOf(data, series)
    const one = (title: string, values: readonly (number | null)[]) => ({
      title,
      text: (index: number) => chartFigureText(data, values[index], kind),
    })
    const { lo, hi } = series
    return [
      one(series.name, series.values),
      ...(lo && hi ? [one(`${series.name}下限`, lo), one(`${series.name}上限`, hi)] : []),
    ]
  })
  const first = data.kind === 'scatter' ? (data.pointTitle ?? '') : data.xTitle
  return {
    head: [first, ...columns.map(({ title }) => title)],
    rows: data.labels.map((label, index) => [label, ...columns.map(({ text }) => text(index))]),
  }
}

/** A table cut into parts of so many columns, each with the labels in front: for a sheet that is not wider. */
export function tableParts({ head, rows }: ChartTable, columns: number): ChartTable[] {
  const count = Math.max(1, Math.ceil((head.length - 1) / columns))
  // Of about the same width, so that the last part is no stump.
  const width = Math.ceil((head.length - 1) / count)
  return Array.from({ length: count }, (_, part) => {
    const cut = (line: readonly string[]) => [
      ...line.slice(0, 1),
      ...line.slice(1 + part * width, 1 + (part + 1) * width),
    ]
    return { head: cut(head), rows: rows.map(cut) }
  })
}

/** What one point says when it is focused: "2班，均分 82.1（78.3–85.9）". */
export function pointText(data: ChartData, seriesIndex: number, index: number): string {
  const label = data.labels[index] ?? ''
  if (data.kind === 'scatter' || data.kind === 'boxes')
    return [label, ...data.series.map((one) => `${one.name} ${valueText(data, one, index)}`)].join(
      '，',
    )
  const series = data.series[seriesIndex]
  if (!series) return label
  const name = data.series.length > 1 ? series.name : data.yTitle
  return `${label}，${name} ${valueText(data, series, index)}`
}
