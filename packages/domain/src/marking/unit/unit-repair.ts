import type { EntityId } from '../../entity-id.ts'
import type { MarkEvent } from './mark-event.ts'
import { passToOthers } from './problem-return.ts'
import {
  changed,
  dropClaims,
  findReading,
  refuse,
  refuseState,
  replaceReading,
  unchanged,
} from './unit-change.ts'
import type { Change } from './unit-change.ts'
import { hasRead } from './unit-slot.ts'
import { asGiven, liveReading, liveReadings, paperMarkOf } from './unit.ts'
import type { SecondReading, UnitDecision, UnitProblem, UnitReading, UnitState } from './unit.ts'

type EventOf<Type extends MarkEvent['type']> = Extract<MarkEvent, { type: Type }>

/** What a reset takes from a unit, as far as it can be given back. */
export interface UnitKept {
  readings: readonly { id: EntityId; state: 'submitted' | 'rejected' }[]
  problem: UnitProblem | null
  decision: UnitDecision | null
  /** Absent of what was kept before papers could be read a second time. */
  secondReading?: SecondReading | null
  forcedArbitration: boolean
  excludedMarkers: readonly EntityId[]
  arbitratorsAllowed?: readonly EntityId[]
  /** Absent of what was kept before another image took it away. */
  blank?: UnitState['blank']
  blankConfirmedBy: readonly EntityId[]
}

/** What `restore` needs after a reset. Claims are not kept: who held one takes a new one. */
export const keptOf = (unit: UnitState): UnitKept => ({
  readings: liveReadings(unit).flatMap(({ id, state }) =>
    state === 'submitted' || state === 'rejected' ? [{ id, state }] : [],
  ),
  problem: unit.problem,
  decision: unit.decision,
  secondReading: unit.secondReading ?? null,
  forcedArbitration: unit.forcedArbitration,
  excludedMarkers: unit.excludedMarkers,
  ...(unit.arbitratorsAllowed && { arbitratorsAllowed: unit.arbitratorsAllowed }),
  blank: unit.blank,
  blankConfirmedBy: unit.blankConfirmedBy,
})

/** Undoes a reset, as long as nobody has done anything to the unit since. */
export function restore(unit: UnitState, { kept, keepsProblem }: EventOf<'restore'>): Change {
  const decided = unit.decision !== null && unit.decision.source !== 'OFFLINE'
  const isProblem = unit.problem !== null
  if (liveReadings(unit).length > 0 || decided || (isProblem && !keepsProblem))
    return refuseState(unit, '恢复清除前的评阅')
  const states = new Map(kept.readings.map(({ id, state }) => [id, state]))
  const known = unit.readings.filter(
    ({ id, supersededBy }) =>
      (supersededBy === 'reset' || supersededBy === 'recrop') && states.has(id),
  )
  if (known.length < states.size) return refuse('MARKING_READING_NOT_FOUND')
  const { readings: _, secondReading = null, ...facts } = kept
  // A mark on paper that the sheet has got or changed since is newer than the one kept.
  const isOffline = !kept.decision || kept.decision.source === 'OFFLINE'
  return changed({
    ...unit,
    ...facts,
    ...(isProblem && { problem: unit.problem }),
    decision: isOffline || isProblem ? paperMarkOf(unit) : kept.decision,
    ...(secondReading ? { double: true, secondReading } : {}),
    readings: unit.readings.map((reading): UnitReading => {
      const state = known.includes(reading) ? states.get(reading.id) : undefined
      return state ? { ...reading, state, supersededBy: null } : reading
    }),
  })
}

/**
 * Withdraws what an arbitrator or checker decided; the unit is where its readings put it. A problem paper is the
 * problem again that it was.
 */
export function reopen(unit: UnitState, event: EventOf<'reopen'>): Change {
  if (unit.status !== 'FINAL') return refuseState(unit, '撤销裁定')
  if (unit.decision?.source === 'SPOT') return changed(withoutCorrection(unit, unit.decision))
  if (unit.decision?.source === 'PROBLEM')
    return changed({ ...unit, problem: problemAgain(unit.decision, event), decision: null })
  const arbitration = liveReading(unit, 'ARB')
  if (unit.decision || !arbitration) return refuseState(unit, '撤销裁定')
  const withdrawn = replaceReading(unit, {
    ...arbitration,
    state: 'superseded',
    supersededBy: 'reopened',
  })
  return changed(withdrawn, [{ kind: 'superseded', readingId: arbitration.id, cause: 'reopened' }])
}

/** As much of a note as a problem paper keeps. */
const MOST_NOTE = 500

/** With the reason, for who decides next. */
function problemAgain(
  { problem, stood }: UnitDecision,
  { by, reason }: EventOf<'reopen'>,
): UnitProblem {
  const note = [problem?.note, reason && `撤销裁定：${reason}`].filter(Boolean).join('；')
  return {
    reason: problem?.reason ?? 'other',
    note: note.slice(0, MOST_NOTE),
    raisedBy: problem?.raisedBy ?? by,
    // Of whom it was passed on by is not known, it is as if it had been taken out.
    ...(problem && stood === undefined ? {} : { stood: stood ?? null }),
  }
}

/** Nor was anybody's reading sent back by it. */
function withoutCorrection(unit: UnitState, { waited, rejected = [] }: UnitDecision): UnitState {
  const readings = unit.readings.map((reading): UnitReading => {
    const times = rejected.filter((id) => id === reading.id).length
    return times === 0 ? reading : { ...reading, rejections: reading.rejections - times }
  })
  const open = { ...unit, readings, decision: paperMarkOf(unit) }
  const corrected = waited && findReading(unit, waited.readingId)
  if (corrected?.state !== 'submitted') return open
  const { takenBack } = waited ?? {}
  return replaceReading(open, { ...corrected, state: 'rejected', ...(takenBack && { takenBack }) })
}

/**
 * A leader puts a mark before the arbitrator, whatever the mode of the block: one that is settled, or one that
 * waits for its marker.
 */
export function escalate(unit: UnitState): Change {
  const settled = unit.status === 'FINAL' && !unit.decision && !liveReading(unit, 'ARB')
  if (!settled && !UNSETTLED.includes(unit.status)) return refuseState(unit, '转仲裁')
  const { unit: free, effects } = dropClaims(unit, 'cancelled')
  const readings = free.readings.map(asGiven)
  return changed({ ...free, readings, forcedArbitration: true }, effects)
}

const UNSETTLED: readonly UnitState['status'][] = ['THIRD', 'REJECTED']

/** Somebody else reads a unit that waits for its marker. @source domain rules 4.4, 5.2 */
export function handOn(unit: UnitState, { readingId }: EventOf<'hand_on'>): Change {
  const reading = findReading(unit, readingId)
  if (!reading || reading.state === 'superseded') return refuse('MARKING_READING_NOT_FOUND')
  if (unit.status !== 'REJECTED' || reading.state !== 'rejected')
    return refuseState(unit, '改由其他教师评阅')
  return passToOthers(unit, reading.markerId)
}

/**
 * Lets somebody who read the unit arbitrate it.
 *
 * @source domain rules 3.3: override, recorded with reason
 */
export function allowArbitrator(
  unit: UnitState,
  { markerId, reason }: EventOf<'allow_arbitrator'>,
): Change {
  if (unit.status !== 'ARBITRATION') return refuseState(unit, '指定仲裁教师')
  if (reason.trim() === '') return refuse('MARKING_REASON_MISSING')
  if (!hasRead(unit, markerId)) return refuse('MARKING_OVERRIDE_NOT_NEEDED')
  const allowed = unit.arbitratorsAllowed ?? []
  if (allowed.includes(markerId)) return unchanged
  return changed({ ...unit, arbitratorsAllowed: [...allowed, markerId] })
}
