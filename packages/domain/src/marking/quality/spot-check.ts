import type { EntityId } from '../../entity-id.ts'
import type { Milli } from '../../milli.ts'
import { formatMilli } from '../../milli.ts'
import { type BestOf, countedPlaces, countedTotal } from '../unit/best-of.ts'
import { allowedText, checkScores, fullOfPoints, spreadTotal } from './grid.ts'
import type { Refusal, ScorePoint } from './grid.ts'
import type { MarkEvent } from '../unit/mark-event.ts'

/** Checks of one marker that a day should have. @source ui, spot-check page */
export const SPOT_CHECKS_A_DAY = 20

/** What a reading of a mixed sample was drawn for. @source features A9 (90) */
export const MIXED_PARTS = {
  random: '随机',
  extreme: '极端分',
  fast: '过快',
  near_line: '临界',
} as const
export type MixedPart = keyof typeof MIXED_PARTS

/** Percent of a marker's readings that are to be checked. @source domain rules 5.3 */
export const SPOT_CHECK_SHARE_PERCENT = 5

/**
 * Usual shares of a marker's readings to draw a sample from, percent; the first is drawn unless another is asked for.
 *
 * @source domain rules 5.3
 */
export const SAMPLE_SHARES = [SPOT_CHECK_SHARE_PERCENT, 20, 30, 100] as const

/** How many of these readings are to be checked; at least one as soon as there is any. */
export const spotCheckTarget = (readings: number): number =>
  Math.ceil((readings * SPOT_CHECK_SHARE_PERCENT) / 100)

/** What a checker sends; the fields of the specification, scores in thousandths. */
export interface SpotCheckVerdict {
  isRejected: boolean
  isMarked: boolean
  /** The corrected total of the block; sent only with `isMarked`, ignored otherwise. */
  rejectScoreMilli: Milli | null
  /** What of it is each point's; null where the checker gave a total alone. */
  rejectScores: readonly Milli[] | null
}

export type SpotCheckResult =
  /** Agreed: counts in statistics, the unit stays as it is. */
  { kind: 'agreed' } | { kind: 'event'; event: MarkEvent } | { kind: 'refused'; refusal: Refusal }

/**
 * The event behind a spot-check verdict.
 *
 * Neither: agreed. Marked only: corrected without blame. Rejected only: sent back to its marker. Both:
 * corrected, and counted as a rejection.
 *
 * @param reading the reading that was checked; a corrected total alone moves its scores as little as possible
 * @source specification, sections 3 and 5; domain rules 5.2
 */
export function spotCheckResult(
  verdict: SpotCheckVerdict,
  reading: { id: EntityId; scores: readonly Milli[] },
  checkerId: EntityId,
  points: readonly ScorePoint[],
  bestOf?: BestOf | null,
): SpotCheckResult {
  const { isRejected, isMarked, rejectScoreMilli, rejectScores } = verdict
  const readingId = reading.id
  if (!isMarked)
    return isRejected
      ? { kind: 'event', event: { type: 'reject', readingId, checkerId } }
      : { kind: 'agreed' }
  if (rejectScoreMilli === null)
    return { kind: 'refused', refusal: { code: 'MARKING_EMPTY_POINT', facts: { point: '改分' } } }
  const refusal = rejectScores && refusalOfScores(points, rejectScores, rejectScoreMilli, bestOf)
  if (refusal) return { kind: 'refused', refusal }
  const scores = rejectScores ?? correctedScores(points, reading.scores, rejectScoreMilli, bestOf)
  if (!scores) {
    const counted = countedPlaces([reading.scores], bestOf).flatMap((place) => points[place] ?? [])
    return { kind: 'refused', refusal: offGrid(rejectScoreMilli, counted) }
  }
  const isRejection = isRejected
  return {
    kind: 'event',
    event: { type: 'spot_correct', readingId, checkerId, scores, isRejection },
  }
}

/** The scores of points that a corrected total stands for; null for a total that they can not make up. */
export function correctedScores(
  points: readonly ScorePoint[],
  from: readonly Milli[],
  totalMilli: Milli,
  bestOf?: BestOf | null,
): Milli[] | null {
  const places = countedPlaces([from], bestOf)
  const spread = spreadTotal(
    places.flatMap((place) => points[place] ?? []),
    places.map((place) => from[place] ?? 0),
    totalMilli,
  )
  if (!spread) return null
  const kept = points.map((_, place) => spread[places.indexOf(place)] ?? from[place] ?? 0)
  // What did not count stays as it was given, unless it would count beside a lower total: then it is set to nothing.
  const isStill = countedPlaces([kept], bestOf).join(' ') === places.join(' ')
  return isStill && !checkScores(points, kept)
    ? kept
    : points.map((_, place) => spread[places.indexOf(place)] ?? 0)
}

function refusalOfScores(
  points: readonly ScorePoint[],
  scores: readonly Milli[],
  totalMilli: Milli,
  bestOf: BestOf | null | undefined,
): Refusal | null {
  const sum = countedTotal(scores, bestOf)
  return (
    checkScores(points, scores) ??
    (sum === totalMilli
      ? null
      : {
          code: 'MARKING_POINTS_SUM',
          facts: { sum: formatMilli(sum), total: formatMilli(totalMilli) },
        })
  )
}

function offGrid(total: Milli, points: readonly ScorePoint[]): Refusal {
  const fullMilli = fullOfPoints(points)
  const point = '题块总分'
  if (!(total >= 0 && total <= fullMilli))
    return { code: 'MARKING_SCORE_OUT_OF_RANGE', facts: { point, full: formatMilli(fullMilli) } }
  const stepMilli = Math.min(...points.map((row) => row.stepMilli))
  const allowed = allowedText({ name: point, fullMilli, stepMilli })
  return { code: 'MARKING_OFF_GRID', facts: { point, score: formatMilli(total), allowed } }
}
