import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

/** A release of results; never changed after it is written. */
export interface SnapshotTable {
  id: AutoId
  exam_id: number
  version: number
  rule_version: string
  /** SHA-256 over everything that the scores were computed from. */
  input_hash: string
  /** What the person who published in spite of open items typed; null otherwise. */
  override_reason: string | null
  /** JSON ResultManifest: subjects, full marks, question table, classes. Older versions have less of it. */
  manifest: JsonText
  created_by: number
  created_at: TimeText
  /** 0 while its rows are being written: nobody is shown it. */
  complete: Flag
  /** How many candidates it is of; null in versions from before columns were stored, as all that follows. */
  candidates: number | null
  /** By which format its columns are read. */
  columns_format: number | null
  /** How long they are together. */
  columns_bytes: number | null
  /** SHA-256 over them. */
  columns_sha256: string | null
  /** What whoever released it calls it. */
  name: Generated<string | null>
}

/** A candidate's scores in a subject that came by a table, or whose attendance was set in the list of such a subject. */
export interface ImportedScoreTable {
  exam_id: number
  subject_id: number
  candidate_id: number
  /** Null where attendance was set by hand. */
  batch_id: number | null
  by_id: number
  at: TimeText
}

/** What somebody thinks of a score that looks odd. */
export interface ScoreAlarmMarkTable {
  exam_id: number
  candidate_id: number
  /** 0: of the total. */
  subject_id: number
  code: string
  /** `normal`, or `handle` where something is to be done. */
  state: string
  by_id: number
  at: TimeText
}

/** When a version was, or is to be, shown to whom. */
export interface ReleaseTable {
  id: AutoId
  exam_id: number
  snapshot_id: number
  /** leaders, teachers, students or book. */
  audience: string
  /** scheduled, released, withdrawn, cancelled; missed where the server was away for more than a day. */
  state: string
  at: TimeText
  note: string
  reason: string
  by_id: number
  /** The newest version that there was when somebody said that the plan stays with its own. */
  kept_snapshot_id: Generated<number | null>
}

/** A table of one's own that a school keeps. */
export interface ReportTemplateTable {
  id: AutoId
  school_id: number
  name: string
  /** JSON OwnTable: rows, metrics, formula. */
  body: JsonText
  owner_id: number
  version: Generated<number>
  changed_by: number
  changed_at: TimeText
}

/** When a candidate looked at the own released result for the first time. */
export interface ResultLookTable {
  exam_id: number
  candidate_id: number
  at: TimeText
}

/** What somebody noted for himself about a student on a list of an exam. */
export interface ReportNoteTable {
  exam_id: number
  student_id: number
  user_id: number
  text: string
  at: TimeText
}

/** A student's doubt about a released score. */
export interface AppealTable {
  id: AutoId
  exam_id: number
  subject_id: number
  candidate_id: number
  student_id: number
  reason: string
  /** submitted, accepted, assigned, approving, decided, closed; rejected, withdrawn. */
  state: string
  submitted_at: TimeText
  due_at: TimeText
  submitted_by: number
  handler_id: number | null
  /** no_change, raised, lowered or recount. */
  outcome: string | null
  before_milli: number | null
  after_milli: number | null
  answer: Generated<string>
  /** The correction that a lower score waits for. */
  correction_id: number | null
  version: Generated<number>
  /** The block that it is about; null for a subject, and for its choice questions. */
  block_id: Generated<number | null>
}

/** Somebody set an answer or a score over what was read and marked, or took that back. */
export interface ScoreEditTable {
  id: AutoId
  exam_id: number
  subject_id: number
  candidate_id: number
  /** `question:ID`, `block:ID` or `subject`. */
  target: string
  /** answer, score, void or restore. */
  kind: string
  /** JSON Override of the target, null where none was set. */
  before: JsonText | null
  after: JsonText | null
  /** Score of the target. */
  before_milli: number | null
  after_milli: number | null
  /** applied; pending and refused where a score falls. */
  state: string
  reason: string
  /** The edit that this one takes back. */
  undoes_id: number | null
  by_id: number
  at: TimeText
  decided_by: number | null
  decided_at: TimeText | null
  undone_by: number | null
  undone_at: TimeText | null
}

/** A piece of a version's columns, compressed. */
export interface SnapshotColumnTable {
  snapshot_id: number
  /** Its place among the pieces, from 0. */
  part: number
  bytes: Uint8Array
}

/** A candidate of a version from before columns were stored. */
export interface SnapshotRowTable {
  snapshot_id: number
  candidate_id: number
  student_id: number
  class_id: number
  school_id: number
  exam_no: string
  name: string
  name_pinyin: string
  /** Total over subjects; null when nothing was sat. */
  total_milli: number | null
  /** 1 when a required subject is missing. */
  partial: number
  rank_school: number | null
  rank_class: number | null
  /** JSON: subject id -> SnapshotSubjectResult. */
  results: JsonText
}

/**
 * A candidate's results in a version that is released, or about to be. Rows of other versions are on their way out: read
 * those of the version that the exam names.
 */
export interface ExamResultTable {
  snapshot_id: number
  candidate_id: number
  student_id: number
  exam_id: number
  class_id: number
  /** JSON ResultSummary: totals, ranks and levels, what comparisons of several exams are made of. */
  summary: JsonText
  /** JSON ResultDetail: scores and answers of the questions. */
  detail: JsonText
}

/** What the candidates of a class are told beside their own results. The last that is written of a version. */
export interface ExamResultHeadTable {
  snapshot_id: number
  class_id: number
  exam_id: number
  /** JSON ResultHead. */
  head: JsonText
}

/** A release or withdrawal that is being carried out in pieces. On SQLite only. */
export interface ReleaseWorkTable {
  exam_id: number
  /** `lock`: papers are locked for a version that is to be released; `unlock`: a withdrawn one's papers are freed. */
  kind: string
  /** The last event of the log before it began. */
  since_event: number
  /** How often a candidate or their scores changed since it began. */
  changes: Generated<number>
}

/** What a change of rules still has to bring to the rows of a subject or block. */
export interface DueWorkTable {
  id: AutoId
  /**
   * By the rules as they are: `score`, candidates are scored; of a block `blank`, papers are screened by its limit;
   * `draw`, it is drawn which are read twice; `order`, they have their usual order again.
   */
  kind: string
  exam_id: number
  subject_id: number
  block_id: number | null
  at: TimeText
}

/** What takes long and is being done to an exam by some node; gone when it ends, and stale where its node ended. */
export interface RunningActTable {
  id: AutoId
  /** Names the process that runs it. */
  node: string
  exam_id: number
  kind: string
  subject_id: number | null
  block_id: number | null
  by_name: string
  started_at: TimeText
  step: string | null
  done: number
  total: number
  /** When its node last said that it goes on. */
  beat_at: TimeText
}
