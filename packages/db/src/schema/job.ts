import type { Generated } from 'kysely'
import type { Flag, JsonText, TimeText } from './columns.ts'

/** Work that takes long or is done later, see `apps/server/src/jobs`. */
export interface JobTable {
  /** ULID: in the order in which they were asked for. */
  id: string
  /** Jobs of one queue follow one another on a node. */
  queue: string
  /** Names what does it, in the program. */
  kind: string
  /** What people read. */
  title: string
  payload: JsonText
  state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  /**
   * From when on any node may take it: a waiting one when it is due, a running one when its node has been silent for
   * too long. Null when it is over.
   */
  run_at: TimeText | null
  /** How often it was begun. */
  attempts: Generated<number>
  /** The process that runs it. */
  node: string | null
  /** Somebody asked for it to be ended. */
  cancel: Flag
  /** At most one job that is not over has it. */
  dedupe: string | null
  done: Generated<number>
  /** 0 where nothing is counted. */
  total: Generated<number>
  step: Generated<string>
  /** Why it failed or will be tried again, in Chinese. */
  message: Generated<string>
  result: JsonText | null
  /** Who asked, in which role; null where the server did. */
  user_id: number | null
  user_role_id: number | null
  user_name: string | null
  role: string | null
  user_school_id: number | null
  /** The school that it is about. */
  school_id: number | null
  exam_id: number | null
  file_hash: string | null
  file_name: string | null
  file_mime: string | null
  file_bytes: number | null
  created_at: TimeText
  started_at: TimeText | null
  finished_at: TimeText | null
}
