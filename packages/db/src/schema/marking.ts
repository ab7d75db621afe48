import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

export interface BlockTable {
  id: AutoId
  exam_id: number
  subject_id: number
  /** Key of the answer area in the sheet. */
  block_key: string
  name: string
  sort: number
  full_milli: number
  /** Scoring mode 0-4. */
  mark_mode: number
  /** 1 dynamic, 2 average, 3 quota. */
  alloc_mode: number
  /** Of quotas: were they worked out when the work of average allocation was shared anew? */
  was_average: Flag
  tolerance_milli: number
  compare_scope: string
  combine: string
  round_step_milli: number
  round_mode: string
  /** Share of units read twice, percent. */
  double_ratio: number
  /** Random text that fixes the served order and the double sample. */
  salt: string
  /** `setup`, `open`, `paused`, `closed`. */
  status: string
  /** When it was opened last; null before. */
  opened_at: Generated<TimeText | null>
  /** Null: as usual, that is where several mark the block. */
  avoid_own_class: Generated<number | null>
  /** People who mark it, also those who were stopped; kept by triggers on `block_marker`. */
  marker_count: Generated<number>
  blind_third: Flag
  /** Has the exam candidates of other schools than the one that holds it? */
  is_joint: Flag
  /** Has the exam pairs of relatives to keep apart? Spares looking for them where there are none. */
  has_relatives: Flag
  /** Were papers of the block released from avoidance? Spares looking at each where none was. */
  has_released: Flag
  /** Has it, or had it, seeds among its papers? Spares looking for them where there are none. */
  has_seeds: Flag
  /** Are answers that look alike served together? */
  similar_first: Flag
  /** Who reads its papers beside the markers, for comparison only; null where nobody does. */
  second_reader_id: Generated<number | null>
  /** `by_mark` or `mark_all_take_best`: which of its optional questions count, where it has any. */
  optional_policy: Generated<string>
  /** JSON: scoreType, addType, submitType, traces. */
  settings: JsonText
  /** Another one, never used before, whenever something changed that its papers are marked by; kept by triggers. */
  rules_stamp: Generated<number>
}

export interface ScorePointTable {
  id: AutoId
  block_id: number
  /** The question it scores. */
  question_id: number | null
  name: string
  sort: number
  full_milli: number
  step_milli: number
}

export interface BlockMarkerTable {
  block_id: number
  user_id: number
  /** `marker` or `leader`. */
  duty: string
  /** Quota typed in (mode 3); null otherwise. */
  quota: number | null
  weight: number
  allow_exceed: Flag
  suspended_at: TimeText | null
  /**
   * Since when this marker could have marked what there is for them: when they came, were let on again, or got more.
   * Null: since the block was opened.
   */
  able_since: Generated<TimeText | null>
  /** When others took over from this marker, who was away; it holds until they mark again or get more. */
  away_since: Generated<TimeText | null>
  /** Place in the block's order where this marker's next search begins; null before the first claim. */
  cursor_ord: number | null
  /** Ordinary papers until the next seed; null before the first is drawn. */
  seed_left: Generated<number | null>
  seed_served: Generated<number>
  /** `ok`, `second`, `warned`, `suspended`: where this marker's seeds put them. */
  seed_state: Generated<string>
  /** `open`, `waiting`, `passed`, `admitted`, `refused`: whether this marker has qualified, where the block asks for it. */
  qualified: Generated<string>
  /** Beginning of the day for which seeds were last due at its start. */
  seed_day: Generated<TimeText | null>
  /** Seeds still due because a day began or the rubric changed. */
  seed_due: Generated<number>
  /** How many times the usual seeds this marker gets: 3 while there are signs of a program. */
  seed_rate: Generated<number>
  /** JSON InputSign[]: what the marker's page saw in its own input that no hand does. */
  input_signs: Generated<JsonText>
  /** First and second readings that this marker had done when the work was last shared anew. */
  base_done: Generated<number>
}

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

export interface ProblemPaperTable {
  id: AutoId
  unit_id: number
  block_id: number
  reason: string
  text: string
  /** Null when the machine raised it (optional question not chosen). */
  raised_by: number | null
  raised_at: TimeText
  resolved_by: number | null
  resolved_at: TimeText | null
  outcome: string | null
  /** JSON string[]: what its marker had flagged it as, and what they wrote beside that. */
  flags: Generated<JsonText>
  flag_note: Generated<string | null>
  /** The other paper of identical scripts, where the marker knew it. */
  pair_unit_id: number | null
  /** Of a paper that speaks of danger: who took care of it, when, and what was done. */
  cared_by: number | null
  cared_at: TimeText | null
  care_note: string | null
}

/** A problem paper in a leader's hands; as good as none once the time is over. */
export interface ProblemHoldTable {
  unit_id: number
  user_id: number
  until: TimeText
}

/** What was decided about a problem paper, by the key that the page made for it: the same again is answered alike. */
export interface ProblemDecisionTable {
  idem_key: string
  unit_id: number
  user_id: number
  /** JSON of what was asked for. */
  decision: JsonText
  /** The paper's state afterwards. */
  state: string
  at: TimeText
}

/** Blank answers that one person confirmed together. */
export interface BlankBatchTable {
  id: AutoId
  block_id: number
  confirmed_by: number
  confirmed_at: TimeText
  /** `open` while checks are being marked, `passed`, or `returned` to review. */
  state: string
}

/** A paper of a batch: confirmed blank, or marked as usual to check the batch. */
export interface BlankBatchUnitTable {
  batch_id: number
  unit_id: number
  is_check: Flag
  /** Final mark of a check; null before, and for confirmed papers. */
  score_milli: number | null
}

/** One checker's word on one reading. Append-only. */
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
  reason: string
  asked_by: number
  asked_at: TimeText
  decided_by: number | null
  decided_at: TimeText | null
  decide_note: string
}

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

/** The marks of a block were cleared. */
export interface BlockClearTable {
  id: AutoId
  block_id: number
  /** Status of the block before it was paused for the clearing. */
  status_before: string
  reason: string
  cleared_by: number
  cleared_at: TimeText
  undone_by: number | null
  undone_at: TimeText | null
  /** Readings that measured their marker and went with the clearing: ids, JSON. */
  measured: string
}

/** What a clearing took from one paper. */
export interface BlockClearUnitTable {
  clear_id: number
  unit_id: number
  /** Version of the unit after its reset; another version says that somebody has touched it since. */
  version_after: number
  /** Scores that counted before. */
  readings: number
  /** JSON UnitKept. */
  kept: JsonText
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

/** What a marker and the leaders of a block write to each other. Append-only. */
export interface MarkingMessageTable {
  id: AutoId
  exam_id: number
  block_id: number
  /** Whose conversation with the leaders it belongs to; null for a word to all markers of the block. */
  marker_id: number | null
  /** Null for what the platform writes by itself. */
  author_id: number | null
  is_from_leader: Flag
  /** The paper it is about, with the code under which the writer was shown it; null for none. */
  unit_id: number | null
  paper_code: string | null
  text: string
  at: TimeText
}

export interface MarkingMessageReadTable {
  id: AutoId
  exam_id: number
  message_id: number
  user_id: number
  /** Read by somebody on the leaders' side. */
  is_leader: Flag
  at: TimeText
}

/** Balancings of a block's remaining work, and their switching on and off; in the order of ids. */
export interface BalanceEventTable {
  id: AutoId
  block_id: number
  /** `on`, `off`, `balance`. */
  kind: string
  /** Who switched or asked for it; null for one by the clock. */
  by_id: number | null
  /** Papers that changed hands. */
  moved: number
  /** Why, in Chinese. */
  reason: string
  /** JSON BalanceChanges: the allocation before, and the targets before and after. */
  changes: JsonText
  at: TimeText
}

/** A teacher who does not read a candidate's papers. A pair that was taken away stays, to be put back. */
export interface AvoidedPairTable {
  id: AutoId
  exam_id: number
  user_id: number
  candidate_id: number
  /** What they are to each other, as it was typed; may be empty. */
  relation: string
  added_by: number
  added_at: TimeText
  removed_by: number | null
  removed_at: TimeText | null
}

/** A paper that is given out in spite of a rule of avoidance, because nobody may read it otherwise. */
export interface AvoidanceReleaseTable {
  id: AutoId
  block_id: number
  unit_id: number
  /** `own_class`, `own_school`, `relative`. */
  rule: string
  reason: string
  released_by: number
  released_at: TimeText
  undone_by: number | null
  undone_at: TimeText | null
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

/** What markers of a block go by, once saved never changed. */
export interface RubricVersionTable {
  id: AutoId
  block_id: number
  /** From 1. */
  version: number
  text: string
  /** JSON RubricEntry[]. */
  entries: JsonText
  /** What was changed and why, as its author says. */
  note: string
  /** Null for a text that stood before versions were kept. */
  saved_by: number | null
  saved_at: TimeText | null
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

/** An answer of a leader that all markers of the block see beside the rubric, until it is taken away. */
export interface MarkingNoteTable {
  id: AutoId
  block_id: number
  message_id: number
  text: string
  saved_by: number
  saved_at: TimeText
  removed_by: Generated<number | null>
  removed_at: Generated<TimeText | null>
}

/** How far a marker has read the notes of a block. */
export interface MarkingNoteSeenTable {
  id: AutoId
  block_id: number
  user_id: number
  last_note_id: number
  at: TimeText
}

/** The keys that a person chose for marking. */
export interface MarkingKeysTable {
  user_id: number
  /** JSON of the body of `POST /v1/marker/keys`. */
  choice: JsonText
  changed_at: TimeText
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
