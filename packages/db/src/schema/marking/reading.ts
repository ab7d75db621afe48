import type { Generated } from 'kysely'
import type { AutoId, JsonText, TimeText } from '../columns.ts'

/** One person's judgement of one unit. */
export interface ReadingTable {
  id: AutoId
  unit_id: number
  block_id: number
  /** R1 R2 R3 ARB; SEED for a benchmark script served among the papers, SELF for an own paper served again. */
  role: string
  marker_id: number
  /**
   * `claimed`, `submitted`, `superseded`, `rejected`, `released`. Seeds and own papers served again are
   * `held` and `given` in the place of the first two, `taken_back` once their marker took them back: they are no readings of their unit, and nothing that
   * counts readings sees them.
   */
  state: string
  rev: number
  /** JSON milli[]. */
  points: JsonText | null
  total_milli: number | null
  idem_key: string | null
  claimed_at: TimeText
  lease_until: TimeText | null
  submitted_at: TimeText | null
  active_ms: number | null
  /** JSON string[] of paper flags. */
  flags: JsonText
  /** What the marker wrote beside them; null without. */
  flag_note: string | null
  /** JSON vector annotations. */
  traces: JsonText | null
  /** Version of the rubric that it was given under, 0 for none; null where that was not kept. */
  rubric_version: Generated<number | null>
  /** JSON string[] of entries of that version by which its scores were given; null for none. */
  pressed_entries: Generated<JsonText | null>
  /** How often this judgement, with its revisions, was sent back. */
  rejections: Generated<number>
  /** 1: its own marker took it back, nobody sent it back; also of a reading that was marked again since. */
  taken_back: Generated<number>
  /** `backmark`, `remark`, `reset`, `recrop` for a superseded one. */
  superseded_by: string | null
  /** Id of the reading behind which it stands in its marker's hands; null where it was served. */
  stands_behind: Generated<number | null>
  /** The slot that it takes: its role while it is claimed, submitted or rejected. */
  live_role: string | null
  /** Its marker while it takes a slot; null for arbitration, which may be by who read the paper. */
  live_marker: number | null
}

/**
 * How many readings each marker has judged, by role, state (`submitted`, `rejected`, `given`) and score.
 * Kept by triggers on `reading`: nobody else writes it. Rows may stand at 0.
 */
export interface ReadingTallyTable {
  block_id: number
  marker_id: number
  role: string
  state: string
  /** -1 where there is no score. */
  total_milli: number
  count: number
}

/** What a marker gave a paper of their own the second time. */
export interface SelfReadingTable {
  id: AutoId
  block_id: number
  marker_id: number
  unit_id: number
  /** The second reading. */
  reading_id: number
  first_milli: number
  again_milli: number
  tolerance_milli: number
  at: TimeText
}

/** A paper that a leader sent to a second reader. */
export interface ReadAgainPaperTable {
  id: AutoId
  block_id: number
  unit_id: number
  by_id: number
  at: TimeText
  /** The final mark that one reading had given it. */
  final_before: number
  /** When its second reading was called off; null otherwise. */
  withdrawn_at: Generated<TimeText | null>
}

/** To whom a leader handed a paper over that waits for arbitration; counts from when it began to wait. */
export interface ArbitrationHandOverTable {
  unit_id: number
  block_id: number
  to_id: number
  by_id: number
  at: TimeText
}

/**
 * A program of the school that reads papers beside the markers, in one version: another version is another
 * reader. Its scores never count.
 */
export interface SecondReaderTable {
  id: AutoId
  school_id: number
  name: string
  version: string
  /** Who made it. */
  maker: string
  /** What it is used for. */
  purpose: string
  /** SHA-256 of its token; null once it was revoked. */
  token_hash: string | null
  registered_by: number
  registered_at: TimeText
  revoked_by: Generated<number | null>
  revoked_at: Generated<TimeText | null>
}

/** Scores that were sent together. Append-only: the database refuses to change them. */
export interface SecondReaderBatchTable {
  id: AutoId
  reader_id: number
  block_id: number
  /** `api`: the reader itself; `table`: somebody imported them. */
  via: 'api' | 'table'
  /** Who imported them; null for the reader itself. */
  by_id: number | null
  idem_key: string
  /** SHA-256 of what was sent under the key. */
  content_hash: string
  papers: number
  at: TimeText
}

/** What a second reader gave one paper; the latest of a paper counts. Append-only. */
export interface SecondReaderScoreTable {
  id: AutoId
  batch_id: number
  reader_id: number
  block_id: number
  unit_id: number
  /** The images that were read, as in `unit.images`: a score of other images says nothing any more. */
  images: JsonText
  /** JSON milli[]. */
  points: JsonText
  total_milli: number
  /** Percent; null where the reader does not say. */
  confidence: number | null
  reason: string
}

/** A marker was shown a second reader's score after handing in this reading. */
export interface SecondReaderShownTable {
  reading_id: number
  block_id: number
  score_id: number
  at: TimeText
}
