import type { Generated } from 'kysely'
import type { AutoId, JsonText, TimeText } from '../columns.ts'

/** One candidate in one block. Only `applyEvent` of the server writes `state`. */
export interface UnitTable {
  id: AutoId
  exam_id: number
  subject_id: number
  block_id: number
  candidate_id: number
  class_id: number
  /** The candidate's school, for who may read it. */
  school_id: Generated<number>
  /** Rules of avoidance that do not hold for this paper: bits of `RELEASE_BITS`. */
  released: Generated<number>
  /** What markers see in place of the candidate. */
  secret_code: string
  /** Served order: random, interleaved over classes. */
  ord: number
  state: string
  version: number
  /** JSON: image hashes of the parts, in order. */
  images: JsonText
  ink_ratio: number
  final_milli: number | null
  /** JSON milli[] in the order of the block's score points; null while not final. */
  final_points: JsonText | null
  final_source: string | null
  final_reason: string | null
  /** JSON: over_tolerance, forced_pair, roundingResidualMilli, excellent ... */
  flags: JsonText
  /** JSON UnitFacts: what the state follows from, beside the readings. */
  facts: JsonText
  /** The slot that a marker may take now (R1, R2, R3); null when none is. */
  free_role: string | null
  /** First and second readings that it has or is still to have. */
  readings_due: Generated<number>
  updated_at: TimeText
}

/**
 * Where papers stand that somebody has to do something with: with a free slot, and in a state in which they
 * wait. Kept by triggers on `unit`: nobody else writes it.
 */
export interface UnitQueueTable {
  block_id: number
  /** `base` with a free first or second slot, `third` with a free third one, or the state they wait in. */
  queue: string
  /** As in the unit. */
  ord: number
  unit_id: number
}

/** How many papers are in a state, and how many first and second readings they are to have. Kept by triggers on `unit`: nobody else writes it. */
export interface UnitTallyTable {
  block_id: number
  /** A state, or NO_IMAGE for a paper that waits for its first image. */
  state: string
  /** The counts of all shards together are the count; one alone may be negative. */
  shard: number
  count: number
  /** Of `readings_due` of these papers, added up. */
  readings: number
}

/** How an answer looks, where answers that look alike are served together. */
export interface AnswerPrintTable {
  unit_id: number
  block_id: number
  /** Those that were looked at, as in `unit.images`. */
  images: JsonText
  /** Base64: ink in the cells of a grid; empty where the image cannot be opened. */
  ink: string
  /** Has its place in the order been found since? */
  ordered: number
}

/** Append-only. Replaying the events of a unit gives its row. */
export interface MarkEventTable {
  id: AutoId
  unit_id: number
  exam_id: number
  seq: number
  type: string
  actor_id: number | null
  /** JSON of the event. */
  payload: JsonText
  at: TimeText
  /** Row of `mark_client`: from where the actor did it; null for the server itself. */
  client_id: Generated<number | null>
}

/** A leader's word that two papers are not identical scripts; the lower id first. */
export interface IdenticalCutTable {
  id: AutoId
  block_id: number
  unit_id: number
  pair_unit_id: number
  cut_by: number
  cut_at: TimeText
  undone_by: Generated<number | null>
  undone_at: Generated<TimeText | null>
}

/** What a leader decided about two papers said to be identical, the unit with the lower id first; the last holds. */
export interface IdenticalVerdictTable {
  id: AutoId
  block_id: number
  unit_id: number
  pair_unit_id: number
  /** `keep`, `misconduct` or `dismiss`. */
  outcome: string
  reason: string
  by_id: number
  at: TimeText
}

/** Papers near a line that were sent to a second reading together. */
export interface NearLineRunTable {
  id: AutoId
  exam_id: number
  subject_id: number
  by_id: number
  at: TimeText
  /** JSON NearLineRule as it was then. */
  rule: JsonText
}

/** One of them, and what stood before. */
export interface NearLinePaperTable {
  id: AutoId
  run_id: number
  block_id: number
  unit_id: number
  candidate_id: number
  /** The final mark of the paper and the candidate's total in the subject. */
  final_before: number
  total_before: number
  /** When its second reading was called off; null otherwise. */
  withdrawn_at: Generated<TimeText | null>
}
