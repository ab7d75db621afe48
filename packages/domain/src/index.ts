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
export * from './text-order.ts'
export * from './role.ts'
export * from './scope.ts'
export * from './school-label.ts'
export * from './entry-role.ts'
export * from './region-code.ts'
export * from './permissions.ts'
export * from './menu.ts'
export * from './exam-workspace.ts'
export * from './next-in-list.ts'
export * from './exam-flow.ts'
export * from './exam-alarm.ts'
export * from './exam-admin.ts'
export * from './guardian-consent.ts'
export * from './exam-ask.ts'
export * from './attendance.ts'
export * from './score-cell.ts'
export * from './release.ts'
export * from './appeal.ts'
export * from './exam-notice.ts'
export * from './scan-exception.ts'
export * from './exam-codes.ts'
export * from './sheet-type.ts'
export * from './exam-number.ts'
export * from './grade-subject.ts'
export * from './combo.ts'
export * from './exam-electives.ts'
export * from './exam-paper.ts'
export * from './pad/pad-order.ts'
export * from './pad/pad-question.ts'
export * from './pad/pad-state.ts'
export * from './student-state.ts'
export * from './class-split.ts'
export * from './promotion.ts'
export * from './subject-template.ts'
export * from './authority.ts'
export * from './mark-codes.ts'
export * from './entity-id.ts'
export * from './rounding.ts'
export * from './percent.ts'
export { funnelCurves, funnelText } from './funnel.ts'
export * from './disk-room.ts'
export * from './marking/quality/grid.ts'
export * from './marking/quality/mean-on-grid.ts'
export { type BestOf, countedOnly, countedPlaces, countedTotal } from './marking/unit/best-of.ts'
export * from './marking/quality/annotation.ts'
export * from './marking/unit/tolerance.ts'
export * from './marking/allocation/fair-order.ts'
export * from './marking/allocation/order.ts'
export * from './marking/unit/lease.ts'
export { BACK_MARK, windowRefusal, windowText } from './marking/unit/back-mark.ts'
export * from './marking/unit/secret-code.ts'
export * from './marking/allocation/allocation.ts'
export * from './marking/quality/automation.ts'
export {
  INPUT_SIGNS,
  INPUT_WINDOW,
  type InputSign,
  inputSigns,
  type PageInput,
} from './marking/quality/input-signs.ts'
export { shareRemaining } from './marking/allocation/share-remaining.ts'
export * from './marking/allocation/reallocation.ts'
export { PRINT, similarOrder } from './marking/allocation/similar-order.ts'
export { assignRest } from './marking/allocation/share-rest.ts'
export { tightestShare } from './marking/allocation/share-room.ts'
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
} from './marking/allocation/balance.ts'
export * from './marking/allocation/nothing-new.ts'
export * from './marking/allocation/waiting-words.ts'
export * from './marking/allocation/own-task.ts'
export * from './marking/unit/settle.ts'
export * from './marking/unit/unit.ts'
export * from './marking/unit/mark-event.ts'
export { legalTotals } from './marking/unit/offline-mark.ts'
export { keptOf, type UnitKept } from './marking/unit/unit-repair.ts'
export { hasCrossed, linesNear, type NamedLine } from './marking/unit/second-reading.ts'
export { givenScores } from './marking/unit/given-scores.ts'
export { type LoggedStep, type RecordedScore, recordSteps } from './marking/unit/record-steps.ts'
export { settlePolicyOf } from './marking/unit/unit-status.ts'
export * from './marking/unit/unit-slot.ts'
export * from './marking/unit/unit-machine.ts'
export { CHANGED_SINCE, LOST_TO_OTHERS, OUT_OF_MARKING } from './marking/unit/unit-change.ts'
export { backMarkRefusal, STILL_IN_HAND } from './marking/unit/unit-readings.ts'
export { REJECTION_LIMIT } from './marking/unit/rejection.ts'
export { isDecided } from './marking/unit/unit-checks.ts'
export * from './scoring/answer.ts'
export * from './scoring/objective.ts'
export * from './scoring/overrides.ts'
export * from './scoring/key-text.ts'
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
export * from './marking/quality/spot-check.ts'
export * from './marking/quality/rubric.ts'
export * from './marking/quality/rubric-use.ts'
export * from './marking/quality/blank-check.ts'
export * from './marking/quality/speed-guard.ts'
export * from './marking/quality/seed.ts'
export * from './marking/unit/unit-flag.ts'
export * from './marking/quality/benchmark.ts'
export {
  pointsApart,
  type ReaderAgreement,
  readerAgreement,
  SECOND_READER,
  secondReaderTolerance,
} from './marking/quality/second-reader.ts'
export * from './marking/quality/identical.ts'
export * from './marking/quality/qualification.ts'
export { trialPlace, type TrialStep, type TrialWait } from './marking/allocation/trial-place.ts'
export * from './marking/quality/self-mark.ts'
export * from './marking/allocation/eligibility.ts'
export * from './marking/allocation/papers-to-come.ts'
export { nearnessOf, type Nearness, nextNearnessIn } from './marking/allocation/due.ts'
export {
  EXAM_MANAGER,
  managerOf,
  OVERRIDING_ADMIN,
  waitsOfRest,
  waitsText,
} from './marking/allocation/rest-waits.ts'
export * from './marking/allocation/share-parts.ts'
export {
  type PaperLoad,
  type PaperPlace,
  type ReachingMarker,
  unreachedWork,
} from './marking/allocation/scope-reach.ts'
export * from './statistics/score-line.ts'
export * from './rank-visibility.ts'
export * from './report-sentences.ts'
export * from './report-settings.ts'
export * from './policy-profile.ts'
export * from './setting-scope.ts'
export * from './audit-labels.ts'
export * from './audit-fields.ts'
export * from './audit-field-labels.ts'
export * from './notices.ts'
export * from './explain.ts'
export * from './statistics/progress.ts'
export * from './statistics/trend.ts'
export * from './statistics/standing.ts'
export { errorOfDifference } from './statistics/person-error.ts'
export { compositeIndex, FormulaProblem } from './statistics/composite-index.ts'
export {
  type FigureWeight,
  STANDARDISED,
  standardText,
  standardWeights,
} from './statistics/standard-weights.ts'
export * from './abnormal-sheet.ts'
export * from './same-text.ts'
export * from './import/table.ts'
export * from './import/field.ts'
export * from './import/find-columns.ts'
export * from './import/cell-problems.ts'
export * from './import/kinds.ts'
export * from './import/map-rows.ts'
export {
  type FigureKind,
  figureText,
  NO_FIGURE,
  signedFigureText,
  SUPPRESSED_FIGURE,
} from './chart/figure.ts'
export { type Delta, type Est, estimateText, intervalText, SIGNIFICANCE } from './chart/estimate.ts'
export {
  type Bin,
  binLabel,
  BOX_SERIES,
  type ChartData,
  type ChartKind,
  type ChartSeries,
  type ChartTable,
  chartFigureText,
  chartTable,
  tableParts,
  histogramOf,
  pointText,
  valueText,
  withoutEmptyEnds,
} from './chart/chart-data.ts'
export { chartSummary } from './chart/chart-summary.ts'
export { tsvOf } from './chart/tsv.ts'
export * from './loopback.ts'
export * from './own-address.ts'
export * from './parent-points.ts'
