export * from './milli.ts'
export * from './question-type.ts'
export * from './omr-template.ts'
export * from './page-reading.ts'
export * from './blank-block.ts'
export * from './flatness.ts'
export * from './sheet-design.ts'
export * from './sheet-marks.ts'
export * from './error-book.ts'
export * from './error-status.ts'
export * from './app-error.ts'
export * from './namesakes.ts'
export * from './role.ts'
export * from './scope.ts'
export * from './permissions.ts'
export * from './menu.ts'
export * from './attendance.ts'
export * from './scan-exception.ts'
export * from './exam-codes.ts'
export * from './sheet-type.ts'
export * from './exam-number.ts'
export * from './grade-subject.ts'
export * from './mark-codes.ts'
export * from './entity-id.ts'
export * from './rounding.ts'
export * from './percent.ts'
export * from './marking/grid.ts'
export { type BestOf, countedTotal } from './marking/best-of.ts'
export * from './marking/annotation.ts'
export * from './marking/tolerance.ts'
export * from './marking/fair-order.ts'
export * from './marking/order.ts'
export * from './marking/lease.ts'
export { BACK_MARK, windowRefusal, windowText } from './marking/back-mark.ts'
export * from './marking/secret-code.ts'
export * from './marking/allocation.ts'
export * from './marking/automation.ts'
export {
  INPUT_SIGNS,
  INPUT_WINDOW,
  type InputSign,
  inputSigns,
  type PageInput,
} from './marking/input-signs.ts'
export { shareRemaining } from './marking/share-remaining.ts'
export * from './marking/reallocation.ts'
export { PRINT, similarOrder } from './marking/similar-order.ts'
export { assignRest } from './marking/share-rest.ts'
export { tightestShare } from './marking/share-room.ts'
export {
  type Absence,
  BALANCE,
  type BalancedMarker,
  type BalanceMoment,
  balanceRemaining,
  joinBalances,
  type BalanceVerdict,
  type HourOfWork,
  type PacedMarker,
} from './marking/balance.ts'
export * from './marking/settle.ts'
export * from './marking/unit.ts'
export * from './marking/mark-event.ts'
export { legalTotals } from './marking/offline-mark.ts'
export { keptOf, type UnitKept } from './marking/unit-repair.ts'
export { hasCrossed, linesNear, type NamedLine } from './marking/second-reading.ts'
export { settlePolicyOf } from './marking/unit-status.ts'
export * from './marking/unit-slot.ts'
export * from './marking/unit-machine.ts'
export { backMarkRefusal, NOT_STANDING } from './marking/unit-readings.ts'
export { REJECTION_LIMIT } from './marking/rejection.ts'
export { isDecided } from './marking/unit-checks.ts'
export * from './scoring/answer.ts'
export * from './scoring/objective.ts'
export * from './scoring/subject-round.ts'
export * from './scoring/synthesis.ts'
export * from './scoring/completeness.ts'
export * from './scoring/alarm.ts'
export * from './statistics/moments.ts'
export * from './statistics/rank.ts'
export * from './statistics/rate.ts'
export * from './statistics/segment.ts'
export { binRange, scoreBins } from './statistics/score-bins.ts'
export * from './statistics/standard-score.ts'
export * from './statistics/item-analysis.ts'
export * from './statistics/option-analysis.ts'
export * from './statistics/grade-scheme.ts'
export * from './statistics/grade-conversion.ts'
export * from './statistics/agreement.ts'
export * from './statistics/marker-statistics.ts'
export * from './statistics/marker-limits.ts'
export { type Drift, driftOf, LEAST_DRIFT_HOURS } from './statistics/marker-drift.ts'
export { pairAgreement } from './statistics/pair-agreement.ts'
export * from './marking/spot-check.ts'
export * from './marking/rubric.ts'
export * from './marking/rubric-use.ts'
export * from './marking/blank-check.ts'
export * from './marking/speed-guard.ts'
export * from './marking/seed.ts'
export * from './marking/unit-flag.ts'
export * from './marking/benchmark.ts'
export {
  pointsApart,
  type ReaderAgreement,
  readerAgreement,
  SECOND_READER,
  secondReaderTolerance,
} from './marking/second-reader.ts'
export * from './marking/identical.ts'
export * from './marking/qualification.ts'
export { trialPlace, type TrialStep, type TrialWait } from './marking/trial-place.ts'
export * from './marking/self-mark.ts'
export * from './marking/eligibility.ts'
export * from './marking/papers-to-come.ts'
export { waitsOfRest, waitsText } from './marking/rest-waits.ts'
export * from './marking/share-parts.ts'
export {
  type PaperLoad,
  type PaperPlace,
  type ReachingMarker,
  unreachedWork,
} from './marking/scope-reach.ts'
export * from './statistics/line-analysis.ts'
export * from './rank-visibility.ts'
export * from './statistics/progress.ts'
export * from './abnormal-sheet.ts'
