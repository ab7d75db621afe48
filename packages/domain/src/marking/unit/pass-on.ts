import type { EntityId } from '../../entity-id.ts'
import type { UnitStatus } from '../../mark-codes.ts'
import {
  type Changed,
  dropClaims,
  findReading,
  type Refused,
  refuse,
  refuseLost,
} from './unit-change.ts'
import type { UnitState } from './unit.ts'

/** States in which a marker may pass a paper on. */
export const PASSED_ON_FROM: readonly UnitStatus[] = ['READY', 'MARKING', 'THIRD', 'REJECTED']

/** A marker gives up an own paper without a score. */
export function passOn(unit: UnitState, by: EntityId, readingId: EntityId): Changed | Refused {
  const reading = findReading(unit, readingId)
  if (!reading || reading.state === 'superseded') return refuseLost(unit)
  if (reading.markerId !== by) return refuse('MARKING_NOT_YOUR_READING')
  if (reading.state === 'submitted') return refuse('MARKING_ALREADY_READ_BY_YOU')
  return dropClaims(unit, 'returned', ({ id }) => id === readingId)
}
