import type { EntityId } from '../entity-id.ts'
import { UNIT_STATUSES } from '../mark-codes.ts'
import type { Milli } from '../milli.ts'
import { countedTotal } from './best-of.ts'
import { checkScores } from './grid.ts'
import type { MarkEvent } from './mark-event.ts'
import {
  addReading,
  changed,
  dropClaims,
  findReading,
  refuse,
  refuseState,
  replaceReading,
  unchanged,
} from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { hasRead, isBarredArbitrator, slotFor } from './unit-slot.ts'
import { isLive, liveReading } from './unit.ts'
import type { BlockPolicy, MarkRole, UnitReading, UnitState } from './unit.ts'

type EventOf<Type extends MarkEvent['type']> = Extract<MarkEvent, { type: Type }>

/** Events by which people read a unit; null for all others. */
export function applyReading(
  unit: UnitState,
  event: MarkEvent,
  policy: BlockPolicy,
): Change | null {
  if ('scores' in event) {
    const refusal = checkScores(policy.points, event.scores)
    if (refusal) return refuse(refusal.code, refusal.facts)
  }
  switch (event.type) {
    case 'claim':
      return event.slot === 'ARB' ? claimArbitration(unit, event) : claim(unit, event)
    case 'release':
      return release(unit, event)
    case 'submit':
      return submit(unit, event)
    case 'revise':
      return revise(unit, event)
    case 'remark':
      return remark(unit, event)
    case 'arbitrate':
      return arbitrate(unit, event)
    default:
      return null
  }
}

function claim(unit: UnitState, { readingId, markerId }: EventOf<'claim'>): Change {
  if (ownClaim(unit, markerId, false)) return unchanged
  const slot = slotFor(unit, markerId)
  if ('refusal' in slot) return refuse(slot.refusal.code, slot.refusal.facts)
  return addClaim(unit, readingId, markerId, slot.role)
}

function claimArbitration(unit: UnitState, { readingId, markerId }: EventOf<'claim'>): Change {
  if (ownClaim(unit, markerId, true)) return unchanged
  if (unit.status !== 'ARBITRATION') return refuseState(unit, '仲裁')
  if (isBarredArbitrator(unit, markerId)) return refuse('MARKING_ARBITRATOR_IS_READER')
  if (liveReading(unit, 'ARB')) return refuse('MARKING_SLOT_TAKEN')
  return addClaim(unit, readingId, markerId, 'ARB')
}

const ownClaim = (unit: UnitState, markerId: EntityId, arbitration: boolean) =>
  unit.readings.find(
    ({ state, role, markerId: holder }) =>
      state === 'claimed' && holder === markerId && (role === 'ARB') === arbitration,
  )

function addClaim(unit: UnitState, id: EntityId, markerId: EntityId, role: MarkRole): Change {
  const reading = newReading(id, markerId, role)
  return changed(addReading(unit, reading), [{ kind: 'claimed', readingId: id, markerId, role }])
}

const newReading = (id: EntityId, markerId: EntityId, role: MarkRole): UnitReading => ({
  id,
  role,
  markerId,
  state: 'claimed',
  scores: null,
  revision: 1,
  rejections: 0,
  idemKey: null,
  supersededBy: null,
})

function release(unit: UnitState, { readingId, cause }: EventOf<'release'>): Change {
  const held = findReading(unit, readingId)?.state === 'claimed'
  return held ? dropClaims(unit, cause, ({ id }) => id === readingId) : unchanged
}

function submit(unit: UnitState, event: EventOf<'submit'>): Change {
  const { readingId, markerId } = event
  const reading = findReading(unit, readingId)
  if (reading && reading.markerId !== markerId) return refuse('MARKING_NOT_YOUR_READING')
  if (reading?.role === 'ARB') return arbitrate(unit, { ...event, type: 'arbitrate' })
  if (reading?.state === 'claimed') return fillIn(replaceReading, unit, reading, event)
  if (reading) return refuse('MARKING_ALREADY_READ_BY_YOU')
  // The lease is gone. The score is taken all the same if a slot is still free.
  if (hasRead(unit, markerId)) return refuse('MARKING_ALREADY_READ_BY_YOU')
  const slot = slotFor(unit, markerId)
  if ('refusal' in slot) return refuse('MARKING_LEASE_LOST')
  return fillIn(addReading, unit, newReading(readingId, markerId, slot.role), event)
}

function arbitrate(unit: UnitState, event: EventOf<'arbitrate'>): Change {
  const { readingId, markerId } = event
  if (unit.status !== 'ARBITRATION') return refuseState(unit, '仲裁')
  const held = liveReading(unit, 'ARB')
  if (held && held.markerId !== markerId) return refuse('MARKING_SLOT_TAKEN')
  if (held) return fillIn(replaceReading, unit, held, event)
  if (isBarredArbitrator(unit, markerId)) return refuse('MARKING_ARBITRATOR_IS_READER')
  return fillIn(addReading, unit, newReading(readingId, markerId, 'ARB'), event)
}

function fillIn(
  put: (unit: UnitState, reading: UnitReading) => UnitState,
  unit: UnitState,
  reading: UnitReading,
  event: { scores: readonly (Milli | null)[]; idemKey: string },
): Change {
  const { id, markerId, role, revision } = reading
  const submitted = { ...reading, ...given(event), state: 'submitted' as const }
  return changed(put(unit, submitted), [
    { kind: 'submitted', readingId: id, markerId, role, revision },
  ])
}

/** Scores of an event that passed `checkScores`: none is null. */
const given = (event: { scores: readonly (Milli | null)[]; idemKey: string }) => ({
  scores: event.scores as readonly Milli[],
  idemKey: event.idemKey,
})

function revise(unit: UnitState, event: EventOf<'revise'>): Change {
  const reading = ownReading(unit, event)
  if ('kind' in reading) return reading
  const reason = backMarkRefusal(unit, reading)
  if (reason) return refuse('MARKING_BACKMARK_CLOSED', { reason })
  return nextRevision(unit, reading, event, 'backmark')
}

/**
 * Why an own submitted reading can not be changed now, in Chinese; null when it can.
 *
 * @source domain rules 5.1 (table)
 */
export function backMarkRefusal(unit: UnitState, reading: UnitReading): string | null {
  if (reading.state !== 'submitted' || reading.role === 'ARB') return '这次评阅已不是有效评阅'
  if (unit.status === 'MARKING') return null
  if (unit.status === 'THIRD') return liveReading(unit, 'R3') ? '三评已开始' : null
  if (unit.status === 'FINAL') {
    const source = unit.final?.source
    return source === 'SINGLE' || source === 'COMBINED' ? null : '已由他人参与定分'
  }
  return `当前为「${UNIT_STATUSES[unit.status]}」状态`
}

function remark(unit: UnitState, event: EventOf<'remark'>): Change {
  const reading = ownReading(unit, event)
  if ('kind' in reading) return reading
  if (reading.state !== 'rejected') return refuse('MARKING_REJECT_INVALID')
  const change = nextRevision(unit, reading, event, 'remark')
  const unmoved =
    countedTotal(reading.scores ?? [], unit.bestOf) === countedTotal(event.scores, unit.bestOf)
  if (change.kind !== 'changed' || !unmoved) return change
  // The same score again: the leader decides, so that the paper does not go back and forth.
  const problem = { reason: 'same_after_reject', note: '', raisedBy: event.markerId } as const
  return changed({ ...change.unit, problem: unit.problem ?? problem }, change.effects)
}

function ownReading(
  unit: UnitState,
  event: { readingId: EntityId; markerId: EntityId },
): UnitReading | ReturnType<typeof refuse> {
  const reading = findReading(unit, event.readingId)
  if (!reading || !isLive(reading)) return refuse('MARKING_READING_NOT_FOUND')
  return reading.markerId === event.markerId ? reading : refuse('MARKING_NOT_YOUR_READING')
}

function nextRevision(
  unit: UnitState,
  old: UnitReading,
  event: EventOf<'revise'> | EventOf<'remark'>,
  cause: 'backmark' | 'remark',
): Change {
  const replaced = replaceReading(unit, { ...old, state: 'superseded', supersededBy: cause })
  const reading: UnitReading = {
    ...old,
    ...given(event),
    id: event.newReadingId,
    state: 'submitted',
    revision: old.revision + 1,
  }
  const { id, markerId, role, revision } = reading
  return changed(addReading(replaced, reading), [
    { kind: 'superseded', readingId: old.id, cause },
    { kind: 'submitted', readingId: id, markerId, role, revision },
  ])
}
