import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from '../columns.ts'

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
