export { allocateAndTell } from './allocation/allocate-and-tell.ts'
export { allocationView } from './allocation/allocation-view.ts'
export { registerAllocation } from './allocation/allocation.routes.ts'
export { importMarkers, previewMarkers } from './allocation/import-markers.ts'
export { markerTableFile } from './allocation/marker-table-file.ts'
export { readMarkerTable } from './allocation/marker-table.ts'
export { ableOf, mayBe, selectMarkingStaff } from './allocation/marking-staff.query.ts'
export { type Unreached, unreachedWith } from './allocation/scope-reach.ts'
export { registerAvoidance } from './avoidance/avoidance.routes.ts'
export { isNoRelative } from './avoidance/no-relative.query.ts'
export { recallBarred } from './avoidance/recall-barred.ts'
export { assertNoRelative, relativesOfPapers, whyKept } from './avoidance/relative-papers.ts'
export { balanceBlocks } from './balance/balance-block.ts'
export { registerBalance } from './balance/balance.routes.ts'
export {
  changeSubjectDeadline,
  deadlineOf,
  dueAt,
  dueOf,
  selectSubjectDeadline,
} from './balance/deadline.ts'
export { registerBlockClear } from './block/block-clear.routes.ts'
export { blockSettings, changeBlockSettings } from './block/block-settings.ts'
export {
  confirmBlocks,
  pauseSubject,
  removeMarker,
  resumeBlocks,
  setBlockStatus,
} from './block/block-status.ts'
export { finishDrawing } from './block/draw-doubles.ts'
export { finishDue, insertDue } from './due-work.ts'
export { allocationOf, type BlockAllocation, targetOf } from './shares/allocation-plan.ts'
export type { ClaimAsk, ClaimContext, NothingNew, SeenTarget } from './shares/claim-context.ts'
export { barsOf } from './shares/eligibility.ts'
export { reserveQuotas } from './shares/reserve-quotas.ts'
export { quotaCache, takenFrom } from './shares/quota-cache.ts'
export { nobodyElses, TOP_UP_WINDOW } from './shares/top-up.ts'
export { orderSimilar } from './similar/order-similar.ts'
export { finishOrdering } from './similar/order-usually.ts'
export { hasReadersLeft } from './stuck/readers-left.ts'
export { STUCK_REASONS, type StuckPapers, stuckPapers } from './stuck/stuck-papers.ts'
