import type { EntityId } from '../../entity-id.ts'
import type { AllocMode } from '../../mark-codes.ts'
import type { MarkScope } from './eligibility.ts'
import type { SchoolPart } from './share-parts.ts'
import { shareRemaining } from './share-remaining.ts'

/** What becomes of a marker: gets no more papers, or hands over to somebody else. */
export type MarkerChange = { kind: 'stop' } | { kind: 'replace'; byId: number; byName: string }
/**
 * How the rest is shared: everybody keeps the target they have and only what is left behind is given on; evenly; or
 * by what each has done so far.
 */
export type Sharing = 'keep' | 'even' | 'pace'

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
  const targetOf = targetsAfter(block, people, changes, sharing, schoolOf)
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
  changes: ReadonlyMap<number, MarkerChange>,
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
      const rest = readings - given
      const begun = own.map((one) => ({ ...one, begun: one.done + baseOf(block, one) }))
      const targets =
        sharing === 'keep'
          ? keptTargets({ rest, units }, begun, inheritedIn(markerIds, people, changes))
          : shareRemaining(
              rest,
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

/** What each leaves to do of a target, by who takes over, within one part. */
function inheritedIn(
  markerIds: readonly EntityId[],
  people: readonly PlannedMarker[],
  changes: ReadonlyMap<number, MarkerChange>,
): Map<number, number> {
  const left = new Map<number, number>()
  for (const { markerId, before, done } of people) {
    const change = changes.get(markerId)
    if (change?.kind !== 'replace' || !markerIds.includes(markerId)) continue
    const rest = Math.max(0, (before ?? 0) - done)
    left.set(change.byId, (left.get(change.byId) ?? 0) + rest)
  }
  return left
}

/**
 * Nobody gets less than they had: quotas that come to more than there is to read were meant that way. Who takes over
 * has what was left to do, as far as it is not begun; what nobody has a target for is shared as the targets are.
 *
 * @param part readings of those at work, and papers that there are
 * @param own those at work, with what they have submitted or hold
 */
function keptTargets(
  { rest, units }: { rest: number; units: number },
  own: readonly (PlannedMarker & { begun: number })[],
  inherited: ReadonlyMap<number, number>,
): number[] {
  const open = Math.max(0, rest - own.reduce((sum, { begun }) => sum + begun, 0))
  const kept = own.map(({ markerId, before, begun }) => {
    const taken = Math.min(inherited.get(markerId) ?? 0, open)
    return Math.max(begun, Math.min(units, (before ?? 0) + taken))
  })
  const hasTargets = kept.some((target) => target > 0)
  return shareRemaining(
    rest,
    kept.map((done) => ({ done, claimed: 0, weight: hasTargets ? done : 1 })),
    units,
  )
}
