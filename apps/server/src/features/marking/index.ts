export { registerMarking } from './marking.routes.ts'
export { selectOwnTasks } from './desk/own-tasks.ts'
export { pauseSubject, resumeBlocks } from './block/block-status.ts'
export { syncUnits } from './engine/sync-units.ts'
export { ableOf, selectMarkingStaff } from './allocation/marking-staff.query.ts'
export { STUCK_REASONS, type StuckPapers, stuckPapers } from './dispatch/stuck-papers.ts'
export {
  selectBlockUnitCounts,
  selectReadingsWithdrawn,
  unitCounts,
} from './engine/unit-counts.query.ts'
export { markingJobs } from './marking-jobs.ts'
export { answerImages } from './quality/answer-images.ts'
export {
  type FinalPaper,
  lockInPieces,
  lockPapers,
  lockUnits,
  selectFinalPapers,
  unlockInPieces,
  unlockUnits,
} from './engine/lock-units.ts'
export { nearLineOpen } from './near-line/near-line-open.ts'
export { deadlineOf } from './balance/deadline.ts'
export { allocateAndTell } from './allocation/allocate-and-tell.ts'
export { lockAllocation } from './allocation/allocation-stamp.ts'
export { allocationOf } from './allocation/allocation-plan.ts'
export { bestOfBlock } from './engine/best-of.ts'
export { type BlockRules, selectBlockRules } from './block/block-rules.query.ts'
export { ownProgress } from './desk/own-progress.ts'
export {
  flaggedMarks,
  hasUnitFlag,
  numbersOf as flagNumbersOf,
  selectFlagCounts,
  type UnitFlagCounts,
} from './engine/unit-flags.query.ts'
export { hasOwnTolerance, settleToleranceIn, settleToleranceOf } from './block/settle-tolerance.ts'
export { type MarkedUnit, resetUnit, selectUnitsOfSheet } from './engine/reset-units.ts'
export { resetKeeping } from './engine/reset-keeping.ts'
export { applyEvent, tryEvent } from './engine/apply-event.ts'
export { assertCleared } from './block/seed-standing.ts'
export { type SeedRecord, selectSeedRecords } from './quality/seed-records.query.ts'
export { selectInputSigns } from './quality/input-signs.query.ts'
export { selectWorkElsewhere } from './quality/elsewhere.query.ts'
export { selectSelfRecords } from './quality/self.query.ts'
export { selectQualifyTodos, waitingToQualify } from './trial/waiting-to-qualify.ts'
export { selectOpenRisks } from './risk/risk.query.ts'
export { paperStateOf } from './engine/unit-facts.ts'
export { unseenPapers, type Viewer } from './risk/risk-sight.ts'
export { IS_IN_HAND, readingsInHand } from './block/block-marker.query.ts'
export { recallPaper, tellDesks } from './dispatch/release-claims.ts'
export { handOn, waitingOf } from './waiting/hand-on.ts'
export { withRetry } from './engine/with-retry.ts'
export { blankConflicts } from './blank/blank-conflicts.ts'
export { checkedTask } from './spot/checked-task.ts'
export { isOutOfReach, isStandingCheck } from './spot/standing-checks.query.ts'
export { isBlindArbiterOf, waitsForArbitration } from './leader/blind-arbiter.ts'
export { type EntryVersions, entryVersions } from './rubric/entry-versions.ts'
export { returnsOf } from './leader/bulk-return.ts'
export { leaderWork } from './leader/leader-work.ts'
export { type Decided, undecidableOf } from './leader/undecidable.ts'
export { imagesOf, pointView } from './desk/mark-task.ts'
export { paperPicture } from './desk/paper-picture.ts'
export { countedPoints, selectGivenScores } from './engine/final-mark.ts'
export { hasMark } from './engine/has-mark.ts'
export { reportExamplesOf } from './quality/report-examples.ts'
export { insertMessage } from './messages/send-message.ts'
export { messageStamp, unreadIn } from './messages/unread-messages.ts'
export { closeSentBack, insertSentBack, reopenSentBack } from './engine/sent-back.ts'
export type { UnitQueue } from './dispatch/unit-queue.query.ts'
