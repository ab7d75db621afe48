import type * as account from './account.ts'
import type * as exam from './exam.ts'
import type * as pad from './pad.ts'
import type * as platform from './platform.ts'
import type * as job from './job.ts'
import type * as imports from './import.ts'
import type * as marking from './marking/index.ts'
import type * as scan from './scan.ts'
import type * as score from './score.ts'
import type * as signIn from './sign-in.ts'
import type * as school from './school.ts'

/** Every table, by its name in SQL. */
export interface Tables {
  school: account.SchoolTable
  class: account.ClassTable
  student: account.StudentTable
  user: account.UserTable
  user_role: account.UserRoleTable
  session: account.SessionTable
  mark_client: account.MarkClientTable
  rate_limit: account.RateLimitTable
  sign_in_place: account.SignInPlaceTable
  phone_binding: signIn.PhoneBindingTable
  phone_code: signIn.PhoneCodeTable
  ticket: signIn.TicketTable
  second_factor: signIn.SecondFactorTable
  recovery_code: signIn.RecoveryCodeTable
  outside_identity: signIn.OutsideIdentityTable
  audit: account.AuditTable
  teaching: account.TeachingTable
  subject: account.SubjectTable
  region: account.RegionTable
  exam: exam.ExamTable
  exam_draft: exam.ExamDraftTable
  exam_alarm_mute: exam.ExamAlarmMuteTable
  exam_admin: exam.ExamAdminTable
  exam_ask: exam.ExamAskTable
  exam_ask_answer: exam.ExamAskAnswerTable
  exam_class: exam.ExamClassTable
  exam_school: exam.ExamSchoolTable
  exam_subject: exam.ExamSubjectTable
  candidate: exam.CandidateTable
  candidate_subject: exam.CandidateSubjectTable
  imported_score: score.ImportedScoreTable
  score_alarm_mark: score.ScoreAlarmMarkTable
  answer_sheet: exam.AnswerSheetTable
  answer_sheet_version: exam.AnswerSheetVersionTable
  sheet_import: exam.SheetImportTable
  exam_paper: exam.ExamPaperTable
  pad_picture: pad.PadPictureTable
  pad_exam: pad.PadExamTable
  pad_extra: pad.PadExtraTable
  pad_code: pad.PadCodeTable
  attempt: pad.AttemptTable
  attempt_answer: pad.AttemptAnswerTable
  attempt_late: pad.AttemptAnswerTable
  attempt_photo: pad.AttemptPhotoTable
  sheet_calibration: exam.SheetCalibrationTable
  sheet_division: exam.SheetDivisionTable
  sheet_division_unit: exam.SheetDivisionUnitTable
  question: exam.QuestionTable
  answer_key: exam.AnswerKeyTable
  scan_batch: scan.ScanBatchTable
  scan_sheet: scan.ScanSheetTable
  scan_page: scan.ScanPageTable
  recognition: scan.RecognitionTable
  sheet_crop: scan.SheetCropTable
  scan_decision: scan.ScanDecisionTable
  scan_exception: scan.ScanExceptionTable
  review_presence: scan.ReviewPresenceTable
  station_action: scan.StationActionTable
  scan_job: scan.ScanJobTable
  scan_job_sheet: scan.ScanJobSheetTable
  image: scan.ImageTable
  abnormal_block: scan.AbnormalBlockTable
  special_sheet: scan.SpecialSheetTable
  block: marking.BlockTable
  score_point: marking.ScorePointTable
  block_marker: marking.BlockMarkerTable
  unit: marking.UnitTable
  unit_queue: marking.UnitQueueTable
  unit_tally: marking.UnitTallyTable
  reading: marking.ReadingTable
  reading_tally: marking.ReadingTallyTable
  mark_event: marking.MarkEventTable
  problem_paper: marking.ProblemPaperTable
  problem_hold: marking.ProblemHoldTable
  problem_decision: marking.ProblemDecisionTable
  spot_check: marking.SpotCheckTable
  bulk_return: marking.BulkReturnTable
  spot_hold: marking.SpotHoldTable
  block_clear: marking.BlockClearTable
  block_clear_unit: marking.BlockClearUnitTable
  benchmark_script: marking.BenchmarkScriptTable
  benchmark_mark: marking.BenchmarkMarkTable
  seed_event: marking.SeedEventTable
  trial_reading: marking.TrialReadingTable
  qualification_event: marking.QualificationEventTable
  self_reading: marking.SelfReadingTable
  marking_message: marking.MarkingMessageTable
  marking_message_read: marking.MarkingMessageReadTable
  balance_event: marking.BalanceEventTable
  marking_note: marking.MarkingNoteTable
  rubric_version: marking.RubricVersionTable
  report_example: marking.ReportExampleTable
  marking_note_seen: marking.MarkingNoteSeenTable
  marking_keys: marking.MarkingKeysTable
  identical_cut: marking.IdenticalCutTable
  identical_verdict: marking.IdenticalVerdictTable
  arbitration_hand_over: marking.ArbitrationHandOverTable
  near_line_run: marking.NearLineRunTable
  near_line_paper: marking.NearLinePaperTable
  read_again_paper: marking.ReadAgainPaperTable
  avoided_pair: marking.AvoidedPairTable
  avoidance_release: marking.AvoidanceReleaseTable
  answer_print: marking.AnswerPrintTable
  second_reader: marking.SecondReaderTable
  second_reader_batch: marking.SecondReaderBatchTable
  second_reader_score: marking.SecondReaderScoreTable
  second_reader_shown: marking.SecondReaderShownTable
  score_correction: marking.ScoreCorrectionTable
  blank_batch: marking.BlankBatchTable
  blank_batch_unit: marking.BlankBatchUnitTable
  snapshot: score.SnapshotTable
  release: score.ReleaseTable
  appeal: score.AppealTable
  report_note: score.ReportNoteTable
  score_edit: score.ScoreEditTable
  snapshot_row: score.SnapshotRowTable
  snapshot_column: score.SnapshotColumnTable
  exam_result: score.ExamResultTable
  result_look: score.ResultLookTable
  report_template: score.ReportTemplateTable
  exam_result_head: score.ExamResultHeadTable
  release_work: score.ReleaseWorkTable
  due_work: score.DueWorkTable
  running_act: score.RunningActTable
  setting: platform.SettingTable
  setting_version: platform.SettingTable
  message: platform.MessageTable
  delivery: platform.DeliveryTable
  notice_setting: platform.NoticeSettingTable
  job: job.JobTable
  import_batch: imports.ImportBatchTable
  import_row: imports.ImportRowTable
  import_mapping: imports.ImportMappingTable
  class_member: school.ClassMemberTable
  class_year: school.ClassYearTable
  school_subject: school.SchoolSubjectTable
  term: school.TermTable
  school_change: school.SchoolChangeTable
  student_transfer: school.StudentTransferTable
}
