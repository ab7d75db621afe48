export * from './route.ts'
export * from './running-acts.ts'
export * from './account.ts'
export * from './sign-in.ts'
export {
  entryToken,
  linkIdentity,
  providerTest,
  thirdLogin,
  thirdStart,
  unlinkIdentity,
} from './sign-in-provider.ts'
export * from './score.ts'
export * from './score-preview.ts'
export * from './score-release.ts'
export * from './own-score.ts'
export * from './report.ts'
export { type Figures, rankField } from './report/shapes.ts'
export {
  type CellKind,
  cellNumber,
  cellText,
  type Drill,
  fullTitle,
  isNumeric,
  type ReportColumn,
  SUPPRESSED,
  tableTexts,
  visibleColumns,
} from './report/columns.ts'
export { type Frame, type Report } from './report/define-report.ts'
export { chartSheet } from './report/chart-sheet.ts'
export { subjectIdIn } from './report/drills.ts'
export * from './report/student-report.ts'
export * from './report/class-report.ts'
export * from './report/bands-report.ts'
export * from './report/level-report.ts'
export * from './report/segment-report.ts'
export * from './report/item-report.ts'
export * from './report/book-report.ts'
export * from './report/grade-report.ts'
export * from './report/paper-questions.ts'
export { matrixColumns } from './report/subject-matrix.ts'
export * from './report/paper-report.ts'
export * from './report/area-report.ts'
export { marksText, marksWords, readMarks } from './report/own-marks.ts'
export * from './report/own-metrics.ts'
export * from './report/own-report.ts'
export * from './report/line-report.ts'
export * from './report/line-steps-report.ts'
export * from './report/concerned-report.ts'
export * from './report/choice-report.ts'
export * from './report/question-detail-report.ts'
export * from './report/question-split-report.ts'
export * from './report/question-people-report.ts'
export * from './report/overview-report.ts'
export * from './report/version-diff-report.ts'
export * from './report/report-file.ts'
export * from './report/page-pdf.ts'
export * from './sheet-container.ts'
export * from './scan-client-plan.ts'
export * from './scan-client.ts'
export * from './page-reading.ts'
export * from './school.ts'
export * from './student.ts'
export * from './staff.ts'
export * from './school-class.ts'
export * from './school-student.ts'
export * from './school-staff.ts'
export * from './school-year.ts'
export * from './school-subject.ts'
export * from './authority.ts'
export * from './exam.ts'
export * from './exam-draft.ts'
export * from './exam-marker.ts'
export * from './exam-flow.ts'
export * from './home.ts'
export * from './exam-paper.ts'
export * from './pad-organise.ts'
export * from './pad-answer.ts'
export { padPictureAdd, padPictures, PadQuestion } from './pad-table.ts'
export * from './exam-alarm.ts'
export * from './exam-admin.ts'
export * from './guardian-consent.ts'
export * from './exam-ask.ts'
export * from './storage.ts'
export * from './roster.ts'
export * from './sheet.ts'
export { SheetDifference } from './sheet-summary.ts'
export * from './sheet-library.ts'
export * from './sheet-blocks.ts'
export * from './sheet-question.ts'
export {
  ImportPicture,
  sheetAnchorUpdate,
  sheetFoldedUpdate,
  sheetImport,
  sheetPoints,
  sheetPointsSave,
  sheetTemplateDo,
} from './sheet-import.ts'
export { MarkImage, MarkPageSettings, MarkPoint, PressedEntry } from './marking-parts.ts'
export * from './marking-setup.ts'
export { BlockSettings } from './block-settings.ts'
export * from './marking-allocation.ts'
export * from './allocation-shared.ts'
export * from './marker-import.ts'
export * from './marking-clear.ts'
export * from './marking.ts'
export * from './nothing-new.ts'
export * from './mark-queue.ts'
export * from './marking-hand-in.ts'
export { MarkTaskRow, OwnProgress, ownTasks, ownTasksExport } from './marking-task.ts'
export * from './arbitration.ts'
export { LeaderTask } from './leader-task.ts'
export * from './blank-check.ts'
export * from './marking-master.ts'
export * from './marking-quality.ts'
export * from './marking-seed.ts'
export * from './marking-risk.ts'
export * from './marking-trial.ts'
export * from './marking-balance.ts'
export * from './marker-limits.ts'
export * from './marking-near-line.ts'
export * from './marking-read-again.ts'
export * from './marking-note.ts'
export * from './marking-message.ts'
export * from './marking-keys.ts'
export * from './marking-words.ts'
export * from './marking-avoidance.ts'
export * from './marking-stuck.ts'
export * from './marking-waiting.ts'
export * from './marking-rubric.ts'
export * from './marking-second-reader.ts'
export * from './reader.ts'
export {
  SPOT_RESULTS,
  SpotCheckRow,
  type SpotResult,
  spotCheckList,
  spotCheckListExport,
  spotCheckRecord,
  spotCheckReject,
} from './spot-check.ts'
export { spotCheckHold, SpotTask, spotCheckGet } from './spot-check-sample.ts'
export * from './score-inspect.ts'
export * from './candidate-result.ts'
export * from './scan-decision.ts'
export * from './scan-exception.ts'
export {
  ChoiceOnSheet,
  ExceptionItem,
  ExceptionTab,
  PersonOfExam,
  PixelBox,
  ScanSheetDetail,
  ScoreOnSheet,
} from './scan-exception-shapes.ts'
export * from './scan-presence.ts'
export * from './scan-client-actions.ts'
export * from './scan-client-jobs.ts'
export * from './resource.ts'
export * from './supervision.ts'
export * from './supervision-marker.ts'
export * from './supervision-export.ts'
export * from './supervision-check.ts'
export * from './supervision-paper.ts'
export * from './identical.ts'
export * from './abnormal-sheet.ts'
export * from './abnormal-actions.ts'
export * from './job.ts'
export * from './import.ts'
export * from './score-import.ts'
export * from './score-import-v2.ts'
export * from './appeal.ts'
export * from './exam-notice.ts'
export * from './score-edit.ts'
export * from './region.ts'
export {
  defineSetting,
  type Setting,
  type SettingAt,
  type SettingGroup,
} from './settings/define-setting.ts'
export * from './audit.ts'
export * from './notice.ts'
export * from './explain.ts'
export * from './settings/registry.ts'
export * from './settings/report-settings.ts'
export * from './settings/channel-settings.ts'
export * from './settings/sign-in-settings.ts'
export * from './settings/school-settings.ts'
export * from './settings/setting.ts'
export * from './setup.ts'
export * from './trend.ts'
