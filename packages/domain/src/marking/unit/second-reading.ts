import { UNIT_STATUSES } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import type { MarkEvent } from './mark-event.ts'
import { changed, refuse, unchanged } from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { liveReading } from './unit.ts'
import type { UnitState } from './unit.ts'

/** A line in subject totals: a candidate at it or above it is on it. */
export interface NamedLine {
  name: string
  totalMilli: Milli
}

/**
 * Which of some lines a subject total lies near: up to and including `windowMilli` below or above.
 *
 * @returns places of the lines, in their order
 * @source domain rules 3.6: double_if_total_near(line, window)
 */
export const linesNear = (
  totalMilli: Milli,
  lines: readonly NamedLine[],
  windowMilli: Milli,
): number[] =>
  lines.flatMap(({ totalMilli: line }, place) =>
    Math.abs(totalMilli - line) <= windowMilli ? [place] : [],
  )

/** Did a total move from one side of a line to the other? */
export const hasCrossed = (before: Milli, after: Milli, lineMilli: Milli): boolean =>
  before >= lineMilli !== after >= lineMilli

/** A paper that one person read and nobody else decided is read by a second; once only. */
export function readAgain(
  unit: UnitState,
  { settleBy }: Extract<MarkEvent, { type: 'read_again' }>,
): Change {
  if (unit.secondReading) return unchanged
  const reason = unfitFor(unit)
  if (reason !== null) return refuse('MARKING_READ_AGAIN_UNFIT', { reason })
  return changed({ ...unit, double: true, secondReading: settleBy })
}

/** Why a second reader would make no sense, in words; null where it does. */
function unfitFor({ double, status, decision, final }: UnitState): string | null {
  if (double) return '按评卷方式本来就由两人评阅'
  if (decision || (final && final.source !== 'SINGLE')) return '终评分已由他人裁定'
  if (status === 'READY' || status === 'WAIT_IMAGE') return '还没有人评阅'
  return status === 'FINAL' ? null : `现在是「${UNIT_STATUSES[status]}」`
}

/** The second reading is called off, as long as nobody has begun it. */
export function withdrawReadAgain(unit: UnitState): Change {
  if (!unit.secondReading) return unchanged
  if (liveReading(unit, 'R2') || unit.forcedArbitration) return refuse('MARKING_SECOND_BEGUN')
  return changed({ ...unit, double: false, secondReading: null })
}
