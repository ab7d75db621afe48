import type { Generated } from 'kysely'
import type { AutoId, Flag, JsonText, TimeText } from './columns.ts'

/** A file that somebody imports, see `apps/server/src/import`. */
export interface ImportBatchTable {
  id: AutoId
  kind: string
  /** Of whoever imports. */
  school_id: number
  exam_id: number | null
  state: 'checking' | 'checked' | 'applying' | 'applied' | 'undone' | 'expired'
  file_name: string
  /** SHA-256 of the file as it came. */
  file_hash: string
  /** Object with the table as it was read; null once it is forgotten. */
  table_hash: string | null
  /** What was chosen by hand: sheet, heading, columns, meanings of values. */
  choices: JsonText
  titles_hash: Generated<string>
  /** What the report says of the file as a whole. */
  head: JsonText
  counts: JsonText
  /** What was made beside the rows, which an undo takes away again. */
  made: JsonText | null
  job_id: string | null
  /** JSON: what was chosen for the whole file before it was read; `{}` for most kinds. */
  options: Generated<JsonText>
  by_id: number
  created_at: TimeText
  /** Until when it can be written. */
  expires_at: TimeText
  applied_at: TimeText | null
  applied_by_id: number | null
  undone_at: TimeText | null
  undone_by_id: number | null
}

export interface ImportRowTable {
  batch_id: number
  /** Of the file; what is in no file counts down from -1. */
  row: number
  key: string
  name: string
  action: 'add' | 'change' | 'same' | 'back' | 'missing' | 'error'
  /** The row of the database that it is about. */
  object_id: number | null
  changes: JsonText
  problems: JsonText
  has_errors: Flag
  has_warnings: Flag
  state: 'waiting' | 'applied' | 'skipped' | 'restored' | 'kept'
  /** As it was before the batch was written, and just after. */
  before: JsonText | null
  after: JsonText | null
  /** Why an undo left it. */
  why: Generated<string>
}

/** What the titles of one table mean to a school, as it last said. */
export interface ImportMappingTable {
  school_id: number
  kind: string
  titles_hash: string
  mapping: JsonText
  meanings: JsonText
  at: TimeText
}
