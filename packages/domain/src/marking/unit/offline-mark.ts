import type { Milli } from '../../milli.ts'
import type { ScorePoint } from '../quality/grid.ts'
import { fullOfPoints, legalScores } from '../quality/grid.ts'
import type { MarkEvent } from './mark-event.ts'
import { changed, dropClaims, refuse, unchanged } from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { paperMarkOf } from './unit.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

/**
 * Marks that a whole block may get: every sum of legal scores of its points, ascending.
 *
 * @param fullMilli most that is printed on the sheet; of optional questions that is less than all of them
 */
export function legalTotals(points: readonly ScorePoint[], fullMilli: Milli): Milli[] {
  let sums = new Set<Milli>([0])
  for (const point of points) {
    const scores = legalScores(point)
    const next = new Set<Milli>()
    for (const sum of sums)
      for (const score of scores) if (sum + score <= fullMilli) next.add(sum + score)
    sums = next
  }
  return [...sums].sort((a, b) => a - b)
}

/**
 * A mark that was written on paper, as scores. Only none and all of the points say how they lie over
 * several of them; of any other mark nobody knows, and one score stands for the block.
 */
export function pointsOfOfflineMark(
  points: readonly ScorePoint[],
  totalMilli: Milli,
): readonly Milli[] {
  if (totalMilli === 0) return points.map(() => 0)
  if (totalMilli === fullOfPoints(points)) return points.map(({ fullMilli }) => fullMilli)
  return [totalMilli]
}

/** The mark of a paper that was marked before it was scanned. What a person decided later stands. */
export function offlineMark(
  unit: UnitState,
  { by, totalMilli }: Extract<MarkEvent, { type: 'offline_mark' }>,
  { points }: BlockPolicy,
): Change {
  if (!Number.isInteger(totalMilli) || totalMilli < 0)
    return refuse('MARKING_SCORE_OUT_OF_RANGE', {
      point: '整题',
      full: fullOfPoints(points) / 1000,
    })
  const scores = pointsOfOfflineMark(points, totalMilli)
  const paperMark = { source: 'OFFLINE', scores, by } as const
  const isSame = String(paperMarkOf(unit)?.scores) === String(scores)
  if (unit.decision && unit.decision.source !== 'OFFLINE')
    return isSame ? unchanged : changed({ ...unit, paperMark })
  if (unit.imageReady && unit.decision && isSame) return unchanged
  return changed({ ...unit, imageReady: true, decision: paperMark, paperMark })
}

/** The mark on paper is in doubt again: the unit waits, and nobody is given it to mark. */
export function withdrawOfflineMark(unit: UnitState): Change {
  if (unit.decision && unit.decision.source !== 'OFFLINE')
    return unit.paperMark ? changed({ ...unit, paperMark: null }) : unchanged
  if (!unit.imageReady && !unit.decision) return unchanged
  const { unit: free, effects } = dropClaims(unit, 'cancelled')
  return changed({ ...free, imageReady: false, decision: null, paperMark: null }, effects)
}
