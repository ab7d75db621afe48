import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from '../columns.ts'

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
