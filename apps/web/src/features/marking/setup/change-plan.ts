import type { allocationGet, allocationSet, InputOf, ReplyOf } from '@hengjuan/contracts'
import { shareRemaining } from '@hengjuan/domain'
import { partsWith } from './staff-parts.ts'

export type Allocation = ReplyOf<typeof allocationGet>

/** What becomes of a marker: goes on, gets no more papers, or hands over to somebody else. */
export type Change = { kind: 'stop' } | { kind: 'replace'; byId: number; byName: string }
export type Sharing = 'even' | 'pace'

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

/**
 * Who marks a block after the changes, and how much.
 *
 * With quotas the rest is shared anew: evenly, or by what each has done so far. Otherwise the server
 * gives everybody the share of the block's way of allocation, and no target is foretold.
 *
 * @param changes by id of the marker who stops
 * @param schoolOf the school of whoever may take over: where schools read their own papers, work stays there
 */
export function planChange(
  allocation: Allocation,
  changes: ReadonlyMap<number, Change>,
  sharing: Sharing,
  schoolOf: ReadonlyMap<number, number> = new Map(),
): PlannedMarker[] {
  const present = allocation.list.filter(({ duty }) => duty === 'marker')
  const people: PlannedMarker[] = present.map((row) => ({
    markerId: row.marker_id,
    name: row.name,
    done: row.done,
    claimed: row.claimed,
    isStopped: row.suspended === 1 || changes.has(row.marker_id),
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
  if (allocation.alloc_mode === 1) return people
  const stoppedNow = people.filter(
    ({ markerId, isStopped }) =>
      isStopped && present.find((row) => row.marker_id === markerId)?.suspended !== 1,
  )
  const active = people.filter(({ isStopped }) => !isStopped)
  const parts = partsWith(
    allocation,
    people.map(({ markerId }) => ({ id: markerId, schoolId: schoolOf.get(markerId) ?? null })),
  ) ?? [{ markerIds: people.map(({ markerId }) => markerId), readings: allocation.readings }]
  const targetOf = new Map(
    parts.flatMap(({ markerIds, readings }) => {
      const own = active.filter(({ markerId }) => markerIds.includes(markerId))
      const given = stoppedNow
        .filter(({ markerId }) => markerIds.includes(markerId))
        .reduce((sum, { done }) => sum + done, 0)
      const targets = shareRemaining(
        readings - given,
        own.map(({ done, claimed }) => ({
          done,
          claimed,
          weight: sharing === 'pace' ? Math.max(1, done) : 1,
        })),
      )
      return own.map(({ markerId }, index) => [markerId, targets[index] ?? 0] as const)
    }),
  )
  const planned = people.map((one) => ({
    ...one,
    after: one.isStopped ? one.done : (targetOf.get(one.markerId) ?? one.done + one.claimed),
  }))
  // Shared evenly already: who has the odd one is no reason to change anything.
  const isEven = planned.every(({ before, after }) => Math.abs((after ?? 0) - (before ?? 0)) <= 1)
  return changes.size === 0 && isEven
    ? planned.map((one) => ({ ...one, after: one.before }))
    : planned
}

/** What is sent: nobody is removed, so that no finished work is lost; targets become quotas. */
export function bodyOf(
  allocation: Allocation,
  people: readonly PlannedMarker[],
): InputOf<typeof allocationSet>['body'] {
  const hasTargets = allocation.alloc_mode !== 1
  const rows = new Map(allocation.list.map((row) => [`${row.marker_id} ${row.duty}`, row]))
  return {
    block_id: allocation.block_id,
    alloc_mode: hasTargets ? 3 : 1,
    ...(hasTargets ? { quotas_are_weights: 0 } : {}),
    markers: [
      ...people.map((one) => ({
        marker_id: one.markerId,
        duty: 'marker' as const,
        suspended: one.isStopped ? 1 : 0,
        weight: rows.get(`${one.markerId} marker`)?.weight ?? 1,
        allow_exceed: rows.get(`${one.markerId} marker`)?.allow_exceed ?? 0,
        ...(hasTargets ? { quota: one.after } : {}),
      })),
      ...allocation.list
        .filter(({ duty }) => duty === 'leader')
        .map(({ marker_id }) => ({ marker_id, duty: 'leader' as const })),
    ],
  }
}
