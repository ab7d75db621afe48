import type { EntityId } from '../../entity-id.ts'
import type { UnitStatus } from '../../mark-codes.ts'
import type { Refusal } from '../quality/grid.ts'
import { baseRoles, isLive, liveReading } from './unit.ts'
import type { MarkRole, SupersedeCause, UnitState } from './unit.ts'

/** States in which a marker may still take a slot. */
const OPEN: readonly UnitStatus[] = ['READY', 'MARKING', 'THIRD', 'REJECTED']

/**
 * Whether somebody has read this unit in its present form. What a reset or a new crop voided does not
 * count; an own earlier revision does.
 */
export const hasRead = (unit: UnitState, personId: EntityId): boolean =>
  unit.readings.some(
    (reading) =>
      reading.markerId === personId &&
      (isLive(reading) || STILL_READ.includes(reading.supersededBy)),
  )

/** What its marker gave again, or somebody else does in their place, was read all the same. */
const STILL_READ: readonly (SupersedeCause | null)[] = ['backmark', 'remark', 'passed_on']

/** The slot that a marker would get, or why there is none. */
export function slotFor(
  unit: UnitState,
  markerId: EntityId,
): { role: MarkRole } | { refusal: Refusal } {
  if (hasRead(unit, markerId))
    return { refusal: { code: 'MARKING_ALREADY_READ_BY_YOU', facts: {} } }
  const role = freeRole(unit)
  if (role === null || unit.excludedMarkers.includes(markerId))
    return { refusal: { code: 'MARKING_SLOT_TAKEN', facts: {} } }
  return { role }
}

/** The first slot that nobody holds: R1, R2, then R3 once a third reading is due. Null when none is. */
export function freeRole(unit: UnitState): MarkRole | null {
  if (!OPEN.includes(unit.status)) return null
  const base = baseRoles(unit).find((role) => !liveReading(unit, role))
  if (base) return base
  return unit.status === 'THIRD' && !liveReading(unit, 'R3') ? 'R3' : null
}

/** How many more people have to read a unit as it stands, if all who hold a slot hand it in. */
export function freeSlots(unit: UnitState): number {
  if (!OPEN.includes(unit.status)) return 0
  const base = baseRoles(unit).filter((role) => !liveReading(unit, role)).length
  return base === 0 && freeRole(unit) !== null ? 1 : base
}

/**
 * The slot of this unit that is free for a marker; null when none is.
 *
 * Knows the unit only: assignment, avoidance and calibration are asked elsewhere.
 *
 * @source domain rules 3.7 (rule 3), 4.4 (4)
 */
export function nextSlot(unit: UnitState, markerId: EntityId): MarkRole | null {
  const slot = slotFor(unit, markerId)
  return 'role' in slot ? slot.role : null
}

/** Who has read a unit does not arbitrate it, unless an administrator said so. @source domain rules 3.3 */
export const isBarredArbitrator = (unit: UnitState, personId: EntityId): boolean =>
  hasRead(unit, personId) && !unit.arbitratorsAllowed?.includes(personId)

/** May this person arbitrate the unit now? */
export const mayArbitrate = (unit: UnitState, personId: EntityId): boolean =>
  unit.status === 'ARBITRATION' && !isBarredArbitrator(unit, personId) && !liveReading(unit, 'ARB')
