import type { Generated } from 'kysely'
import type { AutoId, JsonText, TimeText } from './columns.ts'

/** What a scope has set, and in `setting_version` every version of it. */
export interface SettingTable {
  /** server, region, school, grade or exam. */
  scope: string
  /** 0 of the server; of a grade the school's id times 1000 plus the grade. */
  scope_id: number
  key: string
  /** Counts from 1 and never back. */
  version: number
  /** Null: taken back, what holds comes from a wider scope. */
  value: JsonText | null
  reason: string
  by_id: number | null
  at: TimeText
}

/** What somebody, or the system, tells people. */
export interface MessageTable {
  id: AutoId
  kind: string
  title: string
  text: string
  /** Address in the portal that opening it leads to. */
  link: string | null
  exam_id: number | null
  school_id: number | null
  /** Null: the system. */
  from_id: number | null
  at: TimeText
}

/** One message to one person by one channel: the outbox of what is still to be sent, and what became of it. */
export interface DeliveryTable {
  id: AutoId
  message_id: number
  user_id: number
  /** inbox, email, sms. */
  channel: string
  /** waiting, sent, failed; of the inbox always sent. */
  state: string
  /** Where it goes; null for the inbox. */
  address: string | null
  /** Not before: quiet hours and digests put it off. */
  due_at: TimeText
  tries: Generated<number>
  /** Until when a node that sends it has it to itself. */
  lease_until: Generated<TimeText | null>
  error: Generated<string | null>
  at: TimeText
  read_at: Generated<TimeText | null>
}

/** Where notices reach a person, and which kinds by which channel. */
export interface NoticeSettingTable {
  user_id: number
  email: string | null
  phone: string | null
  prefs: JsonText
  version: number
  at: TimeText
}
