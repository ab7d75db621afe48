import type { AllocMode } from '../../mark-codes.ts'
import type { MarkScope } from './eligibility.ts'
import type { SchoolPart } from './share-parts.ts'
import { shareRemaining } from './share-remaining.ts'

/** What becomes of a marker: gets no more papers, or hands over to somebody else. */
export type MarkerChange = { kind: 'stop' } | { kind: 'replace'; byId: number; byName: string }
/** How the rest is shared: evenly, or by what each has done so far. */
export type Sharing = 'even' | 'pace'

/** A block whose work is to be shared anew. */
export interface SharedBlock {
  allocMode: AllocMode
  /** Papers that there are. */
  units: number
  /** First and second readings, without those of markers who stopped before. */
  readings: number
  markers: readonly {
    id: number
    name: string
    done: number
    claimed: number
    /** Of these, first and second readings. */
    claimedBase: number
    isStopped: boolean
    /** Null where nobody has a target. */
    target: number | null
  }[]
  scope: MarkScope
  parts: readonly SchoolPart[] | null
}

export interface PlannedMarker {
  markerId: number
  name: string
  done: number
  claimed: number
  isStopped: boolean
  /** Null where nobody has a target. */
  before: number | null
  after: number | null
}

/** Somebody of the block, or about to be. */
interface Member {
  id: number
  /** The school by which they mark; null where it is not known. */
  schoolId: number | null
}

/**
 * The parts of a block with who is in it now. Who was there stays in their part; who is new comes to the
 * part of their school, where schools read their own, and to none where groups do: groups name their people.
 */
export function partsWithMembers<Part extends SchoolPart>(
  parts: readonly Part[],
  scope: MarkScope,
  members: readonly Member[],
): Part[] {
  return parts.map((part) => ({
    ...part,
    markerIds: members.flatMap(({ id, schoolId }) => {
      const isKnown = parts.some(({ markerIds }) => markerIds.includes(id))
      const isOwn = isKnown
        ? part.markerIds.includes(id)
        : scope === 'own_school' && schoolId !== null && part.schoolIds.includes(schoolId)
      return isOwn ? [id] : []
    }),
  }))
}

/**
 * Who marks a block after the changes, and how much. Where nobody has a target, none is foretold.
 *
 * @param changes by id of the marker who stops
 * @param schoolOf the school of whoever may take over: where schools read their own papers, work stays there
 * @source domain rules 4.3
 */
export function planChange(
  block: SharedBlock,
  changes: ReadonlyMap<number, MarkerChange>,
  sharing: Sharing,
  schoolOf: ReadonlyMap<number, number> = new Map(),
): PlannedMarker[] {
  const people: PlannedMarker[] = block.markers.map((row) => ({
    markerId: row.id,
    name: row.name,
    done: row.done,
    claimed: row.claimed,
    isStopped: row.isStopped || changes.has(row.id),
    before: row.target,
    after: null,
  }))
  for (const change of changes.values())
    if (change.kind === 'replace' && !people.some(({ markerId }) => markerId === change.byId))
      people.push({
        markerId: change.byId,
        name: change.byName,
        done: 0,
        claimed: 0,
        isStopped: false,
        before: null,
        after: null,
      })
  if (block.allocMode === 1) return people
  const targetOf = targetsAfter(block, people, sharing, schoolOf)
  const planned = people.map((one) => ({
    ...one,
    after: one.isStopped ? one.done : (targetOf.get(one.markerId) ?? one.done + baseOf(block, one)),
  }))
  // Shared evenly already: who has the odd one is no reason to change anything.
  const isEven = planned.every(({ before, after }) => Math.abs((after ?? 0) - (before ?? 0)) <= 1)
  return changes.size === 0 && isEven
    ? planned.map((one) => ({ ...one, after: one.before }))
    : planned
}

/** Third readings are outside all targets. @source domain rules 4.1 */
const baseOf = ({ markers }: SharedBlock, { markerId }: PlannedMarker): number =>
  markers.find(({ id }) => id === markerId)?.claimedBase ?? 0

function targetsAfter(
  block: SharedBlock,
  people: readonly PlannedMarker[],
  sharing: Sharing,
  schoolOf: ReadonlyMap<number, number>,
): Map<number, number> {
  const stoppedNow = people.filter(
    ({ markerId, isStopped }) =>
      isStopped && !block.markers.some(({ id, isStopped: before }) => id === markerId && before),
  )
  const active = people.filter(({ isStopped }) => !isStopped)
  const members = people.map(({ markerId: id }) => ({ id, schoolId: schoolOf.get(id) ?? null }))
  const parts = block.parts
    ? partsWithMembers(block.parts, block.scope, members)
    : [{ markerIds: members.map(({ id }) => id), units: block.units, readings: block.readings }]
  return new Map(
    parts.flatMap(({ markerIds, units, readings }) => {
      const own = active.filter(({ markerId }) => markerIds.includes(markerId))
      const given = stoppedNow
        .filter(({ markerId }) => markerIds.includes(markerId))
        .reduce((sum, { done }) => sum + done, 0)
      const targets = shareRemaining(
        readings - given,
        own.map((one) => ({
          done: one.done,
          claimed: baseOf(block, one),
          weight: sharing === 'pace' ? Math.max(1, one.done) : 1,
        })),
        units,
      )
      return own.map(({ markerId }, index) => [markerId, targets[index] ?? 0] as const)
    }),
  )
}
