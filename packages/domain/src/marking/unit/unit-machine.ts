import { applyCheck } from './unit-checks.ts'
import { applyReading } from './unit-readings.ts'
import { refuse } from './unit-change.ts'
import type { Change, Refused } from './unit-change.ts'
import type { EventOutcome, MarkEffect, MarkEvent } from './mark-event.ts'
import { UNIT_FLAGS } from './unit-flag.ts'
import { type Standing, standingOf } from './unit-status.ts'
import type { BlockPolicy, UnitReading, UnitState } from './unit.ts'

/**
 * The only way in which a unit changes: applies one event, or refuses it and changes nothing.
 *
 * Pure: the same unit, event and policy give the same outcome, so a log of events can be replayed.
 * Repeating an event that carries an `idemKey`, a release, a lock or an unlock changes nothing.
 *
 * Invariants: at most one live reading per role and per person; an arbitrator has not read the unit, unless an
 * administrator let them; a unit has a final mark exactly in the states FINAL and LOCKED.
 *
 * @returns `applied` with the new unit and what happened; `refused` with an error code and its facts
 * @source domain rules 3.7, 5, 6
 */
export function applyEvent(unit: UnitState, event: MarkEvent, policy: BlockPolicy): EventOutcome {
  const repeat = repeatOf(unit, event)
  if (repeat) return repeat
  if (unit.locked && !AT_LOCKED.has(event.type)) return refuse('MARKING_UNIT_LOCKED')
  const change = applyReading(unit, event, policy) ?? applyCheck(unit, event, policy)
  if (change.kind === 'refused') return change
  const outcome = conclude(unit, change, policy)
  const isUnsettled =
    outcome.kind === 'applied' && unit.final !== null && outcome.unit.final === null
  return unit.sheetGone && isUnsettled && event.type !== 'reset'
    ? refuse('MARKING_UNIT_NOT_OPEN', { state: UNIT_FLAGS.sheet_gone.name, action: '再次进入阅卷' })
    : outcome
}

/** What may happen to a published unit: an inspection opens this one lock, by rules 9.1. */
const AT_LOCKED: ReadonlySet<MarkEvent['type']> = new Set(['lock', 'unlock', 'release', 'inspect'])

/** A submit that was applied before gives the same answer again, whatever happened since. */
function repeatOf(unit: UnitState, event: MarkEvent): EventOutcome | null {
  if (!('idemKey' in event)) return null
  const earlier = unit.readings.find(({ idemKey }) => idemKey === event.idemKey)
  if (!earlier) return null
  const same =
    earlier.markerId === event.markerId &&
    earlier.scores?.length === event.scores.length &&
    earlier.scores.every((score, point) => score === event.scores[point])
  if (!same) return refuse('MARKING_IDEMPOTENCY_MISMATCH')
  return { kind: 'applied', unit, effects: [{ kind: 'repeat', readingId: earlier.id }] }
}

/** Derives status and final mark from the changed facts, and ends claims that have no use any more. */
function conclude(
  before: UnitState,
  change: Exclude<Change, Refused>,
  policy: BlockPolicy,
): EventOutcome {
  if (change.kind === 'unchanged') return { kind: 'applied', unit: before, effects: [] }
  const effects: MarkEffect[] = [...change.effects]
  const standing = standingOf(change.unit, policy)
  const useless = change.unit.readings.filter((reading) => isUseless(reading, standing))
  const readings = change.unit.readings.filter((reading) => !useless.includes(reading))
  for (const { id, markerId } of useless)
    effects.push({ kind: 'released', readingId: id, markerId, cause: 'cancelled' })
  if (standing.status !== before.status)
    effects.push({ kind: 'status', from: before.status, to: standing.status })
  if (standing.final && JSON.stringify(standing.final) !== JSON.stringify(before.final))
    effects.push({ kind: 'settled', final: standing.final, readingIds: standing.readingIds })
  if (before.final && !standing.final) effects.push({ kind: 'unsettled' })
  const { status, final } = standing
  const unit = { ...change.unit, readings, status, final, version: before.version + 1 }
  return { kind: 'applied', unit, effects }
}

/** Nobody need read a unit that is settled, nor arbitrate one that does not wait for it any more. */
const isUseless = ({ state, role }: UnitReading, { status, final }: Standing): boolean =>
  state === 'claimed' && (final !== null || (role === 'ARB' && status !== 'ARBITRATION'))
