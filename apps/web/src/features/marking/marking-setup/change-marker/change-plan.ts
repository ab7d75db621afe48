import type { allocationGet, allocationRealloc, InputOf, ReplyOf } from '@hengjuan/contracts'
import type { AllocMode, MarkerChange, SharedBlock } from '@hengjuan/domain'

export type Allocation = ReplyOf<typeof allocationGet>

/** A block as the rules of sharing anew see it. */
export const sharedBlockOf = (allocation: Allocation): SharedBlock => ({
  allocMode: allocation.alloc_mode as AllocMode,
  units: allocation.units,
  readings: allocation.readings,
  scope: allocation.mark_scope,
  parts:
    allocation.parts?.map((part) => ({
      schoolIds: part.school_ids,
      markerIds: part.marker_ids,
      units: part.units,
      readings: part.readings,
    })) ?? null,
  markers: allocation.list
    .filter(({ duty }) => duty === 'marker')
    .map((row) => ({
      id: row.marker_id,
      name: row.name,
      done: row.done,
      claimed: row.claimed,
      claimedBase: row.claimed_base,
      isStopped: row.suspended === 1,
      target: row.target,
    })),
})

/** What is sent. */
export const changesOf = (
  changes: ReadonlyMap<number, MarkerChange>,
): InputOf<typeof allocationRealloc>['body']['changes'] =>
  [...changes].map(([marker_id, change]) =>
    change.kind === 'stop' ? { marker_id } : { marker_id, by_id: change.byId },
  )

/** Changes that can still be made: others may have stopped a marker, or brought in who was to take over. */
export const standingChanges = (
  changes: ReadonlyMap<number, MarkerChange>,
  { list }: Pick<Allocation, 'list'>,
): ReadonlyMap<number, MarkerChange> =>
  new Map(
    [...changes].filter(
      ([id, change]) =>
        list.some(
          ({ marker_id, duty, suspended }) =>
            marker_id === id && duty === 'marker' && suspended === 0,
        ) &&
        (change.kind === 'stop' || !list.some(({ marker_id }) => marker_id === change.byId)),
    ),
  )
