interface ScoreCount {
  score_milli: number
  count: number
}

/** A curve with more points than this is all noise. */
const MOST_BINS = 24
const WIDTHS = [500, 1000, 2000, 3000, 5000, 10_000]

const widthOf = (fullMilli: number): number =>
  WIDTHS.find((one) => fullMilli / one <= MOST_BINS) ?? 10_000

/** The scores of one step of `scoreBins`: from, up to and including. */
export function binRange(fullMilli: number, index: number): { low: number; high: number } {
  const width = widthOf(fullMilli)
  return { low: index * width, high: Math.min(fullMilli, (index + 1) * width - 1) }
}

/**
 * Counted scores as percentages of equal steps, the same steps for every series.
 *
 * @returns shares by series, 0 to 100; `null` for a series without scores
 */
export function scoreBins(
  fullMilli: number,
  series: readonly (readonly ScoreCount[])[],
): { labels: string[]; shares: (number | null)[][] } {
  const width = widthOf(fullMilli)
  const bins = Math.floor(fullMilli / width) + 1
  const labels = Array.from({ length: bins }, (_, index) => {
    const from = (index * width) / 1000
    const to = Math.min(fullMilli, (index + 1) * width) / 1000
    return width <= 1000 || from === to ? String(from) : `${from}–`
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
