import type { Milli } from '../milli.ts'

/** Scores of a block: from 0 to full, on the grid that its points give. */
export interface ScoreScale {
  fullMilli: Milli
  stepMilli: Milli
}

interface ScoreCount {
  score_milli: Milli
  count: number
}

/** A curve with more points than this is all noise. */
const MOST_BINS = 24
/** Widths that people count in, for scales with more scores than that. */
const WIDTHS = [500, 1000, 2000, 3000, 4000, 5000, 6000, 10_000]

/** Every score has a bin of its own where that are not too many; elsewhere a bin holds whole steps of the grid. */
function widthOf({ fullMilli, stepMilli }: ScoreScale): Milli {
  const isCoarseEnough = (width: Milli) => fullMilli / width <= MOST_BINS
  const onGrid = WIDTHS.filter((width) => width > stepMilli && width % stepMilli === 0)
  return (
    [stepMilli, ...onGrid].find(isCoarseEnough) ??
    Math.ceil(fullMilli / stepMilli / MOST_BINS) * stepMilli
  )
}

/** The scores of one bin of `scoreBins`: from, up to and including. */
export function binRange(scale: ScoreScale, index: number): { low: Milli; high: Milli } {
  const width = widthOf(scale)
  return { low: index * width, high: Math.min(scale.fullMilli, (index + 1) * width - 1) }
}

/**
 * Counted scores as percentages of equal bins, the same bins for every series.
 *
 * What lies between two scores of the grid, as the mean of two readings may, is counted with the lower.
 *
 * @returns shares by series, 0 to 100; `null` for a series without scores
 */
export function scoreBins(
  scale: ScoreScale,
  series: readonly (readonly ScoreCount[])[],
): { labels: string[]; shares: (number | null)[][] } {
  const width = widthOf(scale)
  const bins = Math.floor(scale.fullMilli / width) + 1
  const labels = Array.from({ length: bins }, (_, index) => {
    const from = (index * width) / 1000
    const isOneScore = width === scale.stepMilli || index * width === scale.fullMilli
    return isOneScore ? String(from) : `${from}–`
  })
  const shares = series.map((scores) => {
    const total = scores.reduce((sum, { count }) => sum + count, 0)
    const counts = Array.from({ length: bins }, () => 0)
    for (const { score_milli, count } of scores) {
      const bin = Math.min(bins - 1, Math.floor(score_milli / width))
      counts[bin] = (counts[bin] ?? 0) + count
    }
    return counts.map((count) => (total === 0 ? null : (count * 100) / total))
  })
  return { labels, shares }
}
