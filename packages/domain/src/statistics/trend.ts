/** A standing in one exam. The error is √(1−α) of the paper; null where it is not known. */
export interface TrendPoint {
  z: number | null
  error: number | null
}

export interface TrendChange {
  slope: number
  se: number
  word: '上升' | '下降' | '无显著变化'
  exams: number
}

/** With fewer nothing is said. @source reports R6 */
const LEAST_EXAMS = 4
const SURE = 1.96

/**
 * Whether a standing rises or falls over exams, by weighted least squares; null where there are too few whose error is
 * known. Exams that were missed leave their gap: they count as time that passed.
 *
 * @source reports R6
 */
export function trendOf(points: readonly TrendPoint[]): TrendChange | null {
  const known = points.flatMap(({ z, error }, at) =>
    z === null || error === null || error <= 0 ? [] : [{ at, z, weight: 1 / error ** 2 }],
  )
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  if (known.length < 2 || total === 0) return null
  const meanOf = (value: (point: (typeof known)[number]) => number) =>
    known.reduce((sum, point) => sum + point.weight * value(point), 0) / total
  const [meanAt, meanZ] = [meanOf(({ at }) => at), meanOf(({ z }) => z)]
  const spread = known.reduce((sum, { at, weight }) => sum + weight * (at - meanAt) ** 2, 0)
  if (spread === 0) return null
  const slope =
    known.reduce((sum, { at, z, weight }) => sum + weight * (at - meanAt) * (z - meanZ), 0) / spread
  const se = 1 / Math.sqrt(spread)
  const isSure = known.length >= LEAST_EXAMS && Math.abs(slope / se) >= SURE
  return {
    slope,
    se,
    word: isSure ? (slope > 0 ? '上升' : '下降') : '无显著变化',
    exams: known.length,
  }
}

/** The change in a sentence; null where too few exams allow none. */
export const trendSentence = (change: TrendChange | null): string | null =>
  change === null || change.exams < LEAST_EXAMS
    ? null
    : change.word === '无显著变化'
      ? `近 ${change.exams} 次无显著变化`
      : `近 ${change.exams} 次${change.word}`
