import type { Generated } from 'kysely'
import type { AutoId, TimeText } from './columns.ts'

/** A picture that a school put into the text of a question. */
export interface PadPictureTable {
  school_id: number
  hash: string
  by_id: number
  at: TimeText
}

/** A subject that is answered on screen, once it was released. */
export interface PadExamTable {
  exam_id: number
  subject_id: number
  /** PadState of the domain. */
  state: string
  starts_at: TimeText
  ends_at: TimeText
  /** From when one begins; null: until the end of all. */
  minutes: number | null
  late_limit_minutes: number | null
  /** `account` or `room_code`. */
  entry: string
  /** Read out in the room: an aid for attendance, no secret. */
  room_code: string | null
  shuffle_options: number
  shuffle_items: number
  allow_photo: number
  /** `nothing` or `own`: what a candidate sees after handing in. */
  show_after: string
  paused_at: TimeText | null
  completed_at: TimeText | null
  /** The job that brings the answers into marking. */
  job_id: string | null
  version: Generated<number>
  by_id: number
  at: TimeText
}

/** Time that a candidate has in addition, before or after they begin. */
export interface PadExtraTable {
  exam_id: number
  subject_id: number
  candidate_id: number
  minutes: number
  reason: string
}

/** A code by which one candidate may sit the exam later, once. */
export interface PadCodeTable {
  id: AutoId
  school_id: number
  exam_id: number
  subject_id: number
  candidate_id: number
  /** Keyed with the key of the server: six digits alone are soon guessed. */
  code_hash: string
  minutes: number
  valid_until: TimeText
  used_at: TimeText | null
  by_id: number
  at: TimeText
}

/** A candidate's answering of an online subject. */
export interface AttemptTable {
  id: AutoId
  exam_id: number
  subject_id: number
  candidate_id: number
  is_makeup: number
  /** Of a first attempt and a makeup one counts. */
  counts: number
  /** Of the key that the browser holds which may write. */
  device_hash: string
  /** Browser and system, as the portal names them. */
  device: string
  started_at: TimeText
  ends_at: TimeText
  extra_minutes: Generated<number>
  /** Of the last changes that arrived. */
  seq: Generated<number>
  last_seen_at: TimeText
  submitted_at: TimeText | null
  /** How often the page was left; a fact, no judgement. */
  left_count: Generated<number>
  /** Answers that arrived after the end and count. */
  late_count: Generated<number>
  /** Row of `scan_sheet` that stands for it in marking; null until it is there. */
  sheet_id: string | null
  /** Of the answers that are in marking. */
  answers_hash: string | null
}

/** What was answered, and in `attempt_late` what came too late and waits for a decision. */
export interface AttemptAnswerTable {
  attempt_id: number
  question_id: number
  /** Empty for a choice or a text, `1` … for a blank, `photos` for pictures. */
  sub: string
  /** Letters of the question itself, a text, or hashes of photos apart by commas. */
  value: string
  at: TimeText
  received_at: TimeText
  seq: number
}

/** A photo that was taken for an answer. */
export interface AttemptPhotoTable {
  attempt_id: number
  question_id: number
  hash: string
  at: TimeText
}
