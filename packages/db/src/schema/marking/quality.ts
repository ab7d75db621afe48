import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from '../columns.ts'

/** A score that was looked at again, and what came of it. */
export interface ScoreCorrectionTable {
  id: AutoId
  exam_id: number
  subject_id: number
  candidate_id: number
  block_id: number
  unit_id: number
  /** `pending`: a lower score that a second person has to agree to. */
  state: 'applied' | 'pending' | 'refused' | 'unchanged'
  /** JSON: one score a point that counts. */
  before_points: JsonText
  after_points: JsonText
  before_milli: number
  after_milli: number
  /** `unit.final_reason` as it stood; null also where it was asked for before that was kept. */
  before_reason: string | null
  reason: string
  asked_by: number
  asked_at: TimeText
  decided_by: number | null
  decided_at: TimeText | null
  decide_note: string
}

/** One checker's word on one reading. Append-only. */
export interface SpotCheckTable {
  id: AutoId
  exam_id: number
  subject_id: number
  block_id: number
  unit_id: number
  reading_id: number
  marker_id: number
  checker_id: number
  /** What the reading gave when it was checked. */
  score_milli: number
  is_rejected: Flag
  is_marked: Flag
  /** The corrected total; null unless `is_marked`. */
  reject_milli: number | null
  comment: string
  checked_at: TimeText
  /** When a leader withdrew its correction, or that it sent the reading back; null otherwise. */
  withdrawn_at: Generated<TimeText | null>
  /** The act by which readings were sent back together; null of a check of one. */
  return_id: Generated<number | null>
  /** Of a rejection: was an arbitrator to decide already? Null where that was not kept. */
  was_forced: Generated<number | null>
}

/** All that a marker gave from a time on, sent back by a leader. */
export interface BulkReturnTable {
  id: AutoId
  block_id: number
  marker_id: number
  by_id: number
  /** Readings submitted from then on; null for all. */
  since: TimeText | null
  comment: string
  at: TimeText
  /** Who took back last what nobody had marked again, and when. */
  withdrawn_by: Generated<number | null>
  withdrawn_at: Generated<TimeText | null>
}

/** A paper that a checker has on the table. */
export interface SpotHoldTable {
  unit_id: number
  block_id: number
  checker_id: number
  /** How often people had decided something about the paper when its checker was shown it. */
  version: number
  until: TimeText
}

/** A real paper whose score leaders agreed on, to measure markers by. */
export interface BenchmarkScriptTable {
  id: AutoId
  block_id: number
  unit_id: number
  /** `seed`, `practice`, `calibration`, `discussion`. */
  kind: string
  /** `marking` until leaders agree, `agreed`, `retired`. */
  state: string
  /** JSON milli[]: proposed, then agreed; null before. */
  points: JsonText | null
  total_milli: number | null
  /** JSON string[]: why, one line a point. */
  comments: JsonText
  proposed_by: number | null
  agreed_by: number | null
  agreed_at: TimeText | null
  /** The only leader of the block confirmed without a second. */
  is_alone: Flag
  created_by: number
  created_at: TimeText
}

/** What one leader gives a script before hearing of others. */
export interface BenchmarkMarkTable {
  script_id: number
  leader_id: number
  /** JSON milli[]. */
  points: JsonText
  total_milli: number
  comment: string
  marked_at: TimeText
}

/** What came of a seed, and what a leader did about it; in the order of ids. */
export interface SeedEventTable {
  id: AutoId
  block_id: number
  marker_id: number
  /** `pass`, `fail`, `problem` (passed on instead of marked), `clear`. */
  kind: string
  /** Null for `clear`. */
  script_id: number | null
  reading_id: number | null
  score_milli: number | null
  definitive_milli: number | null
  tolerance_milli: number | null
  /** Who cleared; null otherwise. */
  by_id: number | null
  note: string
  at: TimeText
}

/** What a marker gave a benchmark script before live marking. */
export interface TrialReadingTable {
  id: AutoId
  block_id: number
  marker_id: number
  script_id: number
  /** `practice` or `calibration`, as it was when it was given. */
  kind: string
  /** 0 for practice, from 1 for qualification sets. */
  round: number
  /** JSON milli[]. */
  points: JsonText
  total_milli: number
  definitive_milli: number
  is_within: Flag
  idem_key: string
  active_ms: number | null
  /** Version of the rubric that was on the page; null before versions were kept. */
  rubric_version: Generated<number | null>
  /** JSON string[], ids of entries of that version; null where none was pressed. */
  pressed_entries: Generated<JsonText | null>
  at: TimeText
}

/** Sets passed and failed, and what leaders decided; in the order of ids. */
export interface QualificationEventTable {
  id: AutoId
  block_id: number
  marker_id: number
  /** `pass`, `fail`, `repeat`, `admit`, `refuse`, `again`. */
  kind: string
  round: number
  /** Papers of the set, and how many of them within the tolerance; null for what a leader decided. */
  papers: number | null
  within: number | null
  bias_milli: number | null
  by_id: number | null
  note: string
  at: TimeText
}

/** A paper that a leader shows in the reports, without whose it is. */
export interface ReportExampleTable {
  id: AutoId
  block_id: number
  unit_id: number
  /** JSON: image hashes that were looked at, as in `unit.images`. */
  images: JsonText
  /** As what: one of the paper flags. */
  flag: string
  comment: string
  published_by: number
  published_at: TimeText
  removed_by: number | null
  removed_at: TimeText | null
}
