import type { AutoId, JsonText, TimeText } from './columns.ts'

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
  /** JSON SnapshotManifest: subjects, full marks, question table, classes. */
  manifest: JsonText
  created_by: number
  created_at: TimeText
}

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
