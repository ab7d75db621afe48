/** A figure of one row, and how far it may be off; null where the error is not known. */
export interface IndexPart {
  value: number
  se: number | null
}

export interface StandardIndex {
  v: number
  /** 95 %; null where the error of a part is not known. */
  lo: number | null
  hi: number | null
}

/** What somebody in the middle has, and points a standard deviation. */
const MIDDLE = 50
const STEP = 10
/** A spread of fewer rows says nothing. */
export const LEAST_INDEX_ROWS = 4
const Z95 = 1.96

/**
 * 50 + 10 Σ w·z of each row, z over the rows with the population's deviation; a figure of which less is better counts
 * with the other sign. Null for rows that lack a figure, and for all where fewer than four have them.
 *
 * The band follows from the errors of the figures by the delta method; mean and deviation of the rows move with each of
 * them. Figures of one row are of the same people, so that their errors add up instead of evening out.
 *
 * @param rows null where a figure is missing
 * @param weights sum 1, negative for a figure of which less is better
 * @source reports R14
 */
export function standardIndex(
  rows: readonly (readonly IndexPart[] | null)[],
  weights: readonly number[],
): (StandardIndex | null)[] {
  const known = rows.flatMap((row) => (row ? [row] : []))
  const n = known.length
  if (n < LEAST_INDEX_ROWS) return rows.map(() => null)
  const spreads = weights.map((_, at) => spreadOf(known.map((row) => row[at]!.value)))
  const zOf = (row: readonly IndexPart[], at: number): number => {
    const { mean, sd } = spreads[at]!
    return sd === 0 ? 0 : (row[at]!.value - mean) / sd
  }
  return rows.map((row) => {
    if (!row) return null
    const v = MIDDLE + STEP * weights.reduce((sum, weight, at) => sum + weight * zOf(row, at), 0)
    if (known.some((one) => one.some(({ se }) => se === null))) return { v, lo: null, hi: null }
    const variance = known.reduce((sum, other) => {
      const error = weights.reduce((all, weight, at) => {
        const { sd } = spreads[at]!
        if (sd === 0) return all
        const moves = ((other === row ? 1 : 0) - 1 / n - (zOf(row, at) * zOf(other, at)) / n) / sd
        return all + Math.abs(weight * moves) * (other[at]!.se ?? 0)
      }, 0)
      return sum + error ** 2
    }, 0)
    const half = Z95 * STEP * Math.sqrt(variance)
    return { v, lo: v - half, hi: v + half }
  })
}

function spreadOf(values: readonly number[]): { mean: number; sd: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const sd = Math.sqrt(values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length)
  // Of equal figures rounding leaves a trace.
  return { mean, sd: sd < 1e-12 * Math.max(1, Math.abs(mean)) ? 0 : sd }
}
