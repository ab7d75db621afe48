import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

export interface ExamTable {
  id: AutoId
  school_id: number
  name: string
  type: number
  mode: number
  grade_id: number
  start_date: string
  import_finished: Flag
  published_snapshot_id: number | null
  published_at: TimeText | null
  /** Do teachers see the released version? Leaders do in any case. */
  teachers_told: Generated<number>
  /** The version that students see; it may be an older one than that of the staff. */
  student_snapshot_id: Generated<number | null>
  /** The version whose wrong questions students may look through; null where they may not. */
  book_snapshot_id: Generated<number | null>
  created_by: number
  created_at: TimeText
  deleted_at: TimeText | null
  deleted_by: Generated<number | null>
  /** JSON Partial<MarkerLimits>: when a marker's light is not green; null for the usual limits. */
  marker_limits: Generated<JsonText | null>
  /** `school`, or `joint` when several schools take part. */
  scope: Generated<string>
  /** Whether the schools of a joint exam see each other's names: `hidden` or `shown`. */
  peer_names: Generated<string>
  /** The exam that it was copied from, whose marking settings are offered for it. */
  copied_from: Generated<number | null>
}

/** An exam that is being thought up: nobody but those who manage exams of the school sees it. */
export interface ExamDraftTable {
  id: AutoId
  school_id: number
  name: string
  /** JSON ExamDraftBody. */
  body: JsonText
  by_id: number
  at: TimeText
  version: number
}

/** Alarms of an exam that somebody does not want to be told of for a while. */
export interface ExamAlarmMuteTable {
  id: AutoId
  exam_id: number
  /** Null: of the exam as a whole. */
  subject_id: number | null
  code: string
  until: TimeText
  reason: string
  by_id: number
  at: TimeText
}

/** Somebody who may do more in one exam than their role may. */
export interface ExamAdminTable {
  exam_id: number
  user_id: number
  /** The school as whose teacher they were named: the grant holds in their roles there. */
  school_id: number
  /** JSON ScopeList<number>. */
  subject_ids: JsonText
  /** JSON ExamAdminMay[]. */
  may: JsonText
  added_by: number
  added_at: TimeText
}

/** A class or school that is asked to look something through. */
export interface ExamAskTable {
  id: AutoId
  exam_id: number
  /** Of an `absence`; null of scores. */
  subject_id: number | null
  /** `scores` or `absence`. */
  kind: string
  /** `class` or `school`. */
  unit: string
  unit_id: number
  asked_by: number
  asked_at: TimeText
  deadline: TimeText | null
  /** `unchecked`, `confirmed` or `objected`. */
  state: string
  note: string
  by_id: number | null
  at: TimeText | null
}

/** What is said of a candidate without a sheet. */
export interface ExamAskAnswerTable {
  ask_id: number
  candidate_id: number
  /** `absent`, `has_sheet` or `not_taken`. */
  answer: string
  by_id: number
  at: TimeText
}

/** A school that takes part in an exam. */
export interface ExamSchoolTable {
  exam_id: number
  school_id: number
  /** `invited`, `accepted`, `declined`, `editing`, `submitted`, `locked` or `reopened`. */
  state: string
  /** Two to four digits, for exam numbers. */
  code: Generated<string | null>
  /** What the other schools see in place of its name: `A校`. */
  label: string
  contact: Generated<string | null>
  submitted_at: Generated<TimeText | null>
  locked_at: Generated<TimeText | null>
  locked_by: Generated<number | null>
  reopened_reason: Generated<string | null>
  last_count: Generated<number | null>
  version: Generated<number>
}

export interface ExamClassTable {
  exam_id: number
  class_id: number
}

export interface ExamSubjectTable {
  exam_id: number
  subject_id: number
  mode: number
  /** 1 sheet set-up, 2 marking settings, 3 scan and mark, 6 reports. */
  status: number
  full_milli: number
  sheet_id: number | null
  sort: number
  /** The last rounding of totals: 0 none, 500 or 1000. */
  round_step_milli: Generated<number>
  /** half_up, ceil or floor. */
  round_mode: Generated<string>
  /** JSON NearLineRule: totals near which papers are read twice; null for none. */
  near_line: Generated<JsonText | null>
  /** When the marking of its blocks is to be done; a block's own deadline wins. */
  marking_deadline: Generated<TimeText | null>
  /** Are its imported scores complete, as somebody said? */
  import_finished: Flag
  /** Another one, never used before, whenever something changed that its candidates are scored by; kept by triggers. */
  rules_stamp: Generated<number>
  /** When it is sat; null while nobody said. */
  starts_at: Generated<TimeText | null>
  ends_at: Generated<TimeText | null>
  /** JSON number[]: blocks that were paused because the subject went back; they open when it comes forward again. */
  paused_blocks: Generated<JsonText | null>
}

export interface CandidateTable {
  id: AutoId
  exam_id: number
  student_id: number
  school_id: number
  class_id: number
  exam_no: string
  name: string
  name_pinyin: string
  room_no: string | null
  seat_no: string | null
  /** The student's combination at enrolment, empty for none; null where it was not noted. */
  combo: Generated<string | null>
}

/** One candidate in one subject: attendance and what follows from readings and marks. */
export interface CandidateSubjectTable {
  exam_id: number
  subject_id: number
  candidate_id: number
  /** -1 no record, 0 normal, 1 absent, 3 not selected. */
  attendance: number
  /** How attendance came about: `machine`, `person`. A person's word is never overwritten by a machine. */
  attendance_source: string
  special_flag: string | null
  /** JSON: question id -> {answer: string[], source: 'machine'|'person'|'online', resolved_as}. */
  answers: JsonText | null
  /** JSON: question id -> milli or null, objective items and score points alike. */
  item_scores: JsonText | null
  objective_milli: number | null
  subjective_milli: number | null
  total_milli: number | null
  version: number
  /** JSON ScoreOverrides: what people set over answers and marks. */
  overrides: Generated<JsonText | null>
}

export interface AnswerSheetTable {
  id: AutoId
  school_id: number
  /** Null for a template that belongs to no exam. */
  exam_id: number | null
  subject_id: number | null
  /** 1 self-made, 2 imported smart, 3 online exam, 5 score import, 7 original paper. */
  type: number
  name: string
  version: number
  /** Printed bits; unique. */
  sheet_code: number
  share_type: number
  locked_by: number | null
  locked_at: TimeText | null
  is_template: Flag
  /** JSON SheetDesign. */
  design: JsonText
  /** JSON SheetGeometry. */
  geometry: JsonText
  /** JSON OmrTemplate. */
  template: JsonText
  /** JSON BlockPlan: blocks drawn by a person; null while they follow from the design. */
  block_plan: JsonText | null
  /** JSON: question number -> knowledge points. */
  knowledge: Generated<JsonText>
  /** 1-12 and 101-103, for a sheet that belongs to no exam. */
  grade_id: number | null
  /** Why it is locked, as the person wrote it. */
  lock_reason: string | null
  /** The sheet and version that this one was copied from. */
  source_id: number | null
  source_version: number | null
  deleted_at: TimeText | null
  deleted_by: number | null
  /** JSON: what the exam subject lost by the deletion, for undoing it. */
  trash: JsonText | null
  created_by: number
  created_at: TimeText
  updated_at: TimeText
}

/** Every version that a sheet ever had; the sheet itself carries the one that rules. */
export interface AnswerSheetVersionTable {
  id: AutoId
  sheet_id: number
  version: number
  /** JSON SheetDesign. */
  design: JsonText
  block_plan: JsonText | null
  /** Chinese: what the change was for. */
  note: string
  author_id: number
  created_at: TimeText
}

/** A sheet that was divided into other blocks. */
export interface SheetDivisionTable {
  id: AutoId
  sheet_id: number
  /** Version that the division made. */
  version: number
  /** JSON BlockPlan as it was; null while blocks followed from the design. */
  plan_before: JsonText | null
  divided_by: number
  divided_at: TimeText
  undone_by: Generated<number | null>
  undone_at: Generated<TimeText | null>
  /** JSON: rows of the blocks that went with papers, for putting them back; null while none did. */
  removed: Generated<JsonText | null>
}

/** A calibration page that was printed, scanned and graded. */
export interface SheetCalibrationTable {
  id: AutoId
  sheet_id: number
  /** Version of the sheet at that time. */
  version: number
  /** `A4`. */
  paper: string
  printer: string
  is_good: number
  /** JSON: what was measured, with the error in millimetres where it is one. */
  findings: JsonText
  graded_by: number
  graded_at: TimeText
}

/** A paper that lost its marks by a division. */
export interface SheetDivisionUnitTable {
  division_id: number
  unit_id: number
  /** JSON UnitKept. */
  kept: JsonText
}

/** The original paper of a subject. */
export interface ExamPaperTable {
  exam_id: number
  subject_id: number
  /** JSON: pictures of the pages in their order. */
  pages: JsonText
  /** JSON PaperRegion[]. */
  regions: JsonText
  /** `staff` or `after_release`. */
  visible_to: string
  version: number
  updated_by: number
  updated_at: TimeText
}

/** A sheet designed elsewhere: its pictures and what is proposed and corrected on them. */
export interface SheetImportTable {
  sheet_id: number
  /** Where it will serve once its coordinates are saved. */
  exam_id: number | null
  subject_id: number | null
  /** JSON: pictures of the pages, and the same laid straight. */
  pages: JsonText
  /** JSON: pictures of filled-in sheets to check with. */
  samples: JsonText
  /** JSON TemplatePage[]. */
  draft: JsonText
  /** JSON: confidence and reason of each part of the proposal. */
  parts: JsonText
  /** `new`, `working`, `ready` or `failed`. */
  state: string
  /** What works or worked on its proposal. */
  job_id: string | null
  done_pages: number
  message: string
  folded: number
  updated_at: TimeText
}

export interface QuestionTable {
  id: AutoId
  exam_id: number
  subject_id: number
  no: string
  sort: number
  type: number
  full_milli: number
  option_count: number | null
  block_id: number | null
  optional_group: string | null
  /** Field of the OMR template that holds the answer, objective items only. */
  field_id: string | null
}

/** Key versions are rows that never change; the highest version of a question rules. */
export interface AnswerKeyTable {
  id: AutoId
  question_id: number
  version: number
  /** JSON string[]. */
  answer: JsonText
  /** JSON ObjectiveRule: missing score, accepted alternatives, void, gift, custom scores. */
  rule: JsonText
  author_id: number
  reason: string
  created_at: TimeText
}
