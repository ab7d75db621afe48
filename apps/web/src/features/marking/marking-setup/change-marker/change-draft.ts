import {
  appErrorOf,
  type MarkerChange,
  planChange,
  type PlannedMarker,
  type Sharing,
} from '@hengjuan/domain'
import { type Allocation, sharedBlockOf, standingChanges } from './change-plan.ts'
import type { Colleague } from './ChangeChoice.tsx'
import { markersOf, stoppedDoneOf } from '../block/editor-markers.ts'

export type Changes = ReadonlyMap<number, MarkerChange>

/** Somebody who may mark in the exam, or has marked. */
export type Staff = Colleague & { mayMark: boolean }

/** Whoever is in the block after the changes. */
export interface ChangedMarker extends PlannedMarker {
  /** Empty where all are of one. */
  school: string
  change: MarkerChange | undefined
  /** Takes over. */
  isNew: boolean
  /** May they mark no more, though work is still theirs? */
  isUnable: boolean
}

/** What comes of changes that are about to be made. */
export interface JudgedChanges {
  /** Those that can still be made. */
  changes: Changes
  people: ChangedMarker[]
  /** Who could take over: whoever arbitrates should not have read the papers. */
  others: Staff[]
  hasTargets: boolean
  /** Why there is nothing to save; null when there is. */
  refusal: string | null
  /** How much there is to read, and what targets add up to beyond it. */
  note: string
  /** What saving does. */
  effect: string
}

export const VIEW_ONLY = '当前身份只能查看'

/** @param chosen changes as they were chosen; some may be past by now */
export function judgeChanges(
  allocation: Allocation,
  staff: readonly Staff[],
  chosen: Changes,
  sharing: Sharing,
  mayChange: boolean,
): JudgedChanges {
  const changes = standingChanges(chosen, allocation)
  const schoolOf = new Map(staff.map(({ id, schoolId }) => [id, schoolId]))
  const people = planChange(sharedBlockOf(allocation), changes, sharing, schoolOf)
  const hasTargets = allocation.alloc_mode !== 1
  const isToSave = changes.size > 0 || (hasTargets && movedOf(people).length > 0)
  return {
    changes,
    people: describedPeople(allocation, staff, changes, people),
    others: staff.filter(
      ({ id, mayMark }) =>
        mayMark &&
        !people.some(({ markerId }) => markerId === id) &&
        !allocation.list.some(({ marker_id }) => marker_id === id),
    ),
    hasTargets,
    refusal: !mayChange
      ? VIEW_ONLY
      : isToSave
        ? tooFewText(allocation, people)
        : '还没有更换或调整',
    note: [needText(allocation), surplusText(allocation, people)].filter(Boolean).join('，'),
    effect: effectText(changes, people),
  }
}

/**
 * The changes after one marker's was chosen.
 *
 * @param text empty to go on, `stop`, or the id of whoever takes over
 */
export function withChange(
  changes: Changes,
  markerId: number,
  text: string,
  staff: readonly Pick<Staff, 'id' | 'name'>[],
): Changes {
  const next = new Map(changes)
  if (text === '') next.delete(markerId)
  else if (text === 'stop') next.set(markerId, { kind: 'stop' })
  else {
    const person = staff.find(({ id }) => id === Number(text))
    if (person) next.set(markerId, { kind: 'replace', byId: person.id, byName: person.name })
  }
  return next
}

function describedPeople(
  { list }: Allocation,
  staff: readonly Staff[],
  changes: Changes,
  people: readonly PlannedMarker[],
): ChangedMarker[] {
  const schoolOf = new Map(staff.map(({ id, school }) => [id, school]))
  const hasSchools = new Set(schoolOf.values()).size > 1
  return people.map((one) => {
    const rows = list.filter(({ marker_id }) => marker_id === one.markerId)
    return {
      ...one,
      school: hasSchools ? (schoolOf.get(one.markerId) ?? '') : '',
      change: changes.get(one.markerId),
      isNew: !rows.some(({ duty }) => duty === 'marker'),
      isUnable: !one.isStopped && rows.some(({ may_mark }) => may_mark === 0),
    }
  })
}

/** Who goes on, with another target than before. */
const movedOf = (people: readonly PlannedMarker[]) =>
  people.filter(({ isStopped, before, after }) => !isStopped && before !== after)

function tooFewText({ markers_needed: needed }: Allocation, people: readonly PlannedMarker[]) {
  const count = people.filter(({ isStopped }) => !isStopped).length
  return count < needed ? appErrorOf('MARKING_MARKERS_TOO_FEW', { needed, count }).message : null
}

function effectText(changes: Changes, people: readonly PlannedMarker[]): string {
  const leaving = people.filter(({ markerId }) => changes.has(markerId))
  const claimed = leaving.reduce((sum, one) => sum + one.claimed, 0)
  const moved = movedOf(people).length
  return [
    leaving.length > 0 ? `${leaving.length} 名教师停止分配，收回 ${claimed} 份手中的试卷` : '',
    moved > 0 ? `${moved} 名教师的任务量有变化` : '',
  ]
    .filter(Boolean)
    .join('；')
}

/** More may be asked for than there is to read: whoever is first takes it. */
function surplusText({ readings, list }: Allocation, people: readonly PlannedMarker[]): string {
  const stoppedNow = people.filter(
    ({ markerId, isStopped }) =>
      isStopped && list.some((row) => row.marker_id === markerId && row.suspended === 0),
  )
  const left = readings - stoppedNow.reduce((sum, { done }) => sum + done, 0)
  const asked = people.reduce(
    (sum, { isStopped, after }) => sum + (isStopped ? 0 : (after ?? 0)),
    0,
  )
  return asked > left ? `任务量合计多出 ${asked - left} 份` : ''
}

/** How much there is to read, and how much of it is left for those at work. */
function needText(allocation: Allocation): string {
  const { units, readings } = allocation
  const stopped = stoppedDoneOf(markersOf(allocation))
  const split = stopped > 0 ? `（停止分配的教师已评 ${stopped} 份，其余 ${readings} 份）` : ''
  return `共 ${units} 份试卷，需要 ${readings + stopped} 份评阅${split}`
}
