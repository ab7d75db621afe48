import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from '../columns.ts'

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
  /** Is it being drawn anew which papers are read twice? Nobody is given any of them meanwhile. */
  is_drawing: Flag
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
