import type {
  allocationGet,
  allocationSet,
  balanceGet,
  InputOf,
  ReplyOf,
} from '@hengjuan/contracts'

export type BalanceView = ReplyOf<typeof balanceGet>
export type BalanceEvent = BalanceView['events'][number]
type Allocation = ReplyOf<typeof allocationGet>

/** The allocation as it was before a balancing, as the usual re-allocation takes it; later comers stay. */
export function bodyBefore(
  allocation: Allocation,
  event: BalanceEvent,
): InputOf<typeof allocationSet>['body'] {
  const before = new Map(event.markers.map((marker) => [marker.marker_id, marker]))
  return {
    block_id: allocation.block_id,
    stamp: allocation.stamp,
    alloc_mode: event.alloc_mode,
    quotas_are_weights: event.quotas_are_weights,
    markers: allocation.list.map(({ marker_id, duty, quota }) => ({
      marker_id,
      duty: duty === 'leader' ? 'leader' : 'marker',
      ...(duty === 'leader'
        ? {}
        : { quota: before.has(marker_id) ? (before.get(marker_id)?.quota_before ?? null) : quota }),
    })),
  }
}
