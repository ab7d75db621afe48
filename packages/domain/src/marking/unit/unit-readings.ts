import type { EntityId } from '../../entity-id.ts'
import { UNIT_STATUSES } from '../../mark-codes.ts'
import type { Milli } from '../../milli.ts'
import { countedTotal } from './best-of.ts'
import { checkScores } from '../quality/grid.ts'
import type { MarkEvent } from './mark-event.ts'
import {
  addReading,
  changed,
  CHANGED_SINCE,
  claimOf,
  dropClaims,
  voidClaims,
  findReading,
  OUT_OF_MARKING,
  refuse,
  refuseLost,
  refuseState,
  replaceReading,
  unchanged,
} from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { hasRead, isBarredArbitrator, slotFor } from './unit-slot.ts'
import { isLive, isTakenBack, liveReading, liveReadings } from './unit.ts'
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
    case 'take_back':
      return takeBack(unit, event)
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
  const reading = claimOf(id, markerId, role)
  return changed(addReading(unit, reading), [{ kind: 'claimed', readingId: id, markerId, role }])
}

function release(unit: UnitState, { readingId, cause }: EventOf<'release'>): Change {
  const held = findReading(unit, readingId)?.state === 'claimed'
  if (!held) return unchanged
  const end = cause === 'cleared' ? voidClaims : dropClaims
  return end(unit, cause, ({ id }) => id === readingId)
}

function submit(unit: UnitState, event: EventOf<'submit'>): Change {
  const { readingId, markerId } = event
  const reading = findReading(unit, readingId)
  if (reading && reading.markerId !== markerId) return refuse('MARKING_NOT_YOUR_READING')
  if (reading?.role === 'ARB') return arbitrate(unit, { ...event, type: 'arbitrate' })
  if (reading?.state === 'claimed') return fillIn(replaceReading, unit, reading, event)
  if (reading) return refuse('MARKING_ALREADY_READ_BY_YOU')
  if (unit.voidedClaims?.includes(readingId)) return refuseLost(unit, CHANGED_SINCE)
  // The lease is gone. The score is taken all the same if a slot is still free.
  if (hasRead(unit, markerId)) return refuse('MARKING_ALREADY_READ_BY_YOU')
  const slot = slotFor(unit, markerId)
  if ('refusal' in slot) return refuseLost(unit)
  return fillIn(addReading, unit, claimOf(readingId, markerId, slot.role), event)
}

function arbitrate(unit: UnitState, event: EventOf<'arbitrate'>): Change {
  const { readingId, markerId } = event
  if (unit.status !== 'ARBITRATION') return refuseState(unit, '仲裁')
  const held = liveReading(unit, 'ARB')
  if (held && held.markerId !== markerId) return refuse('MARKING_SLOT_TAKEN')
  if (held) return fillIn(replaceReading, unit, held, event)
  if (isBarredArbitrator(unit, markerId)) return refuse('MARKING_ARBITRATOR_IS_READER')
  return fillIn(addReading, unit, claimOf(readingId, markerId, 'ARB'), event)
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
 * Where a reading may be changed, it may be taken back as well: nothing is given in its place yet. Nobody
 * rejected it, so that it counts nowhere as a rejection, and the same score may be given again.
 */
function takeBack(unit: UnitState, event: EventOf<'take_back'>): Change {
  const reading = ownReading(unit, event)
  if ('kind' in reading) return reading
  if (isTakenBack(reading)) return unchanged
  const reason = backMarkRefusal(unit, reading)
  if (reason) return refuse('MARKING_BACKMARK_CLOSED', { reason })
  const { id, markerId } = reading
  return changed(replaceReading(unit, { ...reading, state: 'rejected', takenBack: true }), [
    { kind: 'taken_back', readingId: id, markerId },
  ])
}

/** Of a paper that waits for its score, for the first time or again: sent back, or taken back. */
export const STILL_IN_HAND = '它在手中待评，请在那里重新给分'
/** Of a reading that was reset, of another picture or question, or that another one took the place of. */
const NOT_STANDING =
  '这次评阅已作废：题块重置或重新划分过、答题卡换过、选做题号更正过，或已有新的给分代替'

/**
 * Why an own submitted reading can not be changed now, in Chinese; null when it can.
 *
 * @source domain rules 5.1 (table)
 */
export function backMarkRefusal(unit: UnitState, reading: UnitReading): string | null {
  if (reading.state === 'claimed' || reading.state === 'rejected') return STILL_IN_HAND
  if (reading.state !== 'submitted') return NOT_STANDING
  if (reading.role === 'ARB') return '仲裁给分不能回评'
  if (unit.status === 'MARKING' || isOpenByTakingBack(unit)) return null
  if (unit.status === 'THIRD') return liveReading(unit, 'R3') ? '三评已开始' : null
  if (unit.status === 'FINAL') {
    const source = unit.final?.source
    if (source === 'SINGLE' || source === 'COMBINED') return null
    if (source !== 'PAIR') return '已由他人参与定分'
    return reading.role === 'R3' ? '三评给分已用于定分，有误请告诉题组长' : '已由三评参与定分'
  }
  if (unit.status === 'LOCKED') return '成绩已发布'
  return unit.status === 'WAIT_IMAGE'
    ? OUT_OF_MARKING
    : `当前为「${UNIT_STATUSES[unit.status]}」状态`
}

/** What another reader took back is open as before it was read: nobody else has a say in it yet. */
function isOpenByTakingBack(unit: UnitState): boolean {
  const rejected = liveReadings(unit).filter(({ state }) => state === 'rejected')
  return unit.status === 'REJECTED' && rejected.every(isTakenBack)
}

function remark(unit: UnitState, event: EventOf<'remark'>): Change {
  const reading = ownReading(unit, event)
  if ('kind' in reading) return reading
  if (reading.state !== 'rejected') return refuse('MARKING_REJECT_INVALID')
  // Of the same kind as a change: nobody asked for it.
  const change = nextRevision(unit, reading, event, isTakenBack(reading) ? 'backmark' : 'remark')
  const unmoved =
    countedTotal(reading.scores ?? [], unit.bestOf) === countedTotal(event.scores, unit.bestOf)
  if (change.kind !== 'changed' || !unmoved || isTakenBack(reading)) return change
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
  const { takenBack: _, ...kept } = old
  const reading: UnitReading = {
    ...kept,
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
