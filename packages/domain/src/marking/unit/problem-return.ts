import type { EntityId } from '../../entity-id.ts'
import type { MarkEvent } from './mark-event.ts'
import { sendBack } from './rejection.ts'
import { addReading, changed, claimOf, dropClaims, replaceReading } from './unit-change.ts'
import type { Changed } from './unit-change.ts'
import { freeRole } from './unit-slot.ts'
import { standingOf } from './unit-status.ts'
import { liveReadings } from './unit.ts'
import type { BlockPolicy, UnitProblem, UnitReading, UnitState } from './unit.ts'

type Resolved = Extract<MarkEvent, { type: 'resolve_problem' }>

/**
 * A problem paper goes back to marking. One that was taken out of nobody's hands is what it was before,
 * whoever is named.
 *
 * @param unit without its problem, with the decision that stood before it
 * @source domain rules 6.2 (return to same/other marker)
 */
export function returnProblem(
  unit: UnitState,
  { raisedBy, stood }: UnitProblem,
  { outcome, readingId }: Resolved,
  policy: BlockPolicy,
): Changed {
  if (outcome.kind !== 'return') return changed(unit)
  if ('excludeRaiser' in outcome) {
    const { excludedMarkers: others } = unit
    return changed(
      outcome.excludeRaiser ? { ...unit, excludedMarkers: [...others, raisedBy] } : unit,
    )
  }
  if (outcome.to === 'anyone' || stood !== undefined || unit.decision) return changed(unit)
  return outcome.to === 'others'
    ? passToOthers(unit, raisedBy)
    : returnTo(unit, raisedBy, readingId, policy)
}

/** Somebody else reads a unit in a person's place: what they have of it is void, and they are not given it again. */
export function passToOthers(unit: UnitState, personId: EntityId): Changed {
  const { unit: free, effects } = dropClaims(
    unit,
    'returned',
    (reading) => reading.markerId === personId && reading.role !== 'ARB',
  )
  const own = findOwn(free, personId)
  if (!own) return changed(excluding(free, personId), effects)
  const left = replaceReading(free, { ...own, state: 'superseded', supersededBy: 'passed_on' })
  return changed(excluding(left, personId), [
    ...effects,
    { kind: 'superseded', readingId: own.id, cause: 'passed_on' },
  ])
}

const excluding = (unit: UnitState, personId: EntityId): UnitState => ({
  ...unit,
  excludedMarkers: unit.excludedMarkers.includes(personId)
    ? unit.excludedMarkers
    : [...unit.excludedMarkers, personId],
})

/** What somebody has read of a unit, or has to read again. */
const findOwn = (unit: UnitState, personId: EntityId): UnitReading | undefined =>
  liveReadings(unit).find(({ markerId, role }) => markerId === personId && role !== 'ARB')

/**
 * Who passed it on has it again: to be marked anew where they had handed it in, otherwise as they had it. A
 * claim is a lease like any other, so that the unit does not wait for somebody who left.
 */
function returnTo(
  unit: UnitState,
  personId: EntityId,
  readingId: EntityId | undefined,
  policy: BlockPolicy,
): Changed {
  const own = findOwn(unit, personId)
  if (own?.state === 'submitted') return sendBack(unit, own, policy)
  const role = freeRole({ ...unit, status: standingOf(unit, policy).status })
  if (own || role === null || readingId === undefined) return changed(unit)
  return changed(addReading(unit, claimOf(readingId, personId, role)), [
    { kind: 'claimed', readingId, markerId: personId, role },
  ])
}
