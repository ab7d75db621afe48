import type { clientExam, ReplyOf } from '@hengjuan/contracts'

export interface BatchState {
  batch_id: string
  exam_id: number
  subject_id: number
  exam_name: string
  subject_name: string
  label: string
  /** Empty when no folder is watched. */
  folder: string
  state: 'open' | 'closing' | 'closed'
  /** Chinese: what keeps the batch from going on, and what to do; empty when nothing does. */
  problem: string
  opened_at: string
  closed_at: string | null
  /** Who opened it; empty when nobody was signed in. */
  account: string
  /** Taken back, see `listClearings`; null while it counts. */
  clearing_id: string | null
  /** Pictures taken in (已扫), without copies and discarded ones. */
  images: number
  /** Of those, read. */
  read: number
  /** Read, but not yet part of a sheet. */
  loose: number
  sheets: number
  /** Not acknowledged by the server (待上传). */
  to_upload: number
  uploaded: number
  /** Refused by the server; a person has to act. */
  refused: number
  unreadable: number
  duplicates: number
  /** Sheets with a finding. */
  flagged: number
  /** Sheets with a finding or refused, unreadable pictures, copies, pictures that belong nowhere (异常). */
  exceptions: number
  /** Sheets and pictures that wait for the operator at the feeder (待处理). */
  in_tray: number
  /** Takes whatever subject of its exam comes (自动分拣). */
  is_mixed: boolean
  /** The subjects of the stack, the one that it was opened with first. */
  subjects: { subject_id: number; subject_name: string; sheets: number }[]
}

/** The strip around a stack of paper. */
export interface BatchLabel {
  batch_id: string
  /** Short name of the batch. */
  code: string
  /** The same as Code 128: black bars in modules from the left edge, without quiet zones. */
  bars: { x: number; width: number }[]
  modules: number
  exam_name: string
  subject_name: string
  label: string
  opened_at: string
  closed_at: string | null
  sheets: number
  /** Of those, without a number that was read. */
  without_number: number
  /** In the order in which they lie in the stack. */
  classes: { class_name: string; sheets: number }[]
}

export interface ExamList {
  exams: ReplyOf<typeof clientExam>
  /** When the server said so. */
  fetched_at: string | null
  /** From the station's memory because the server did not answer. */
  is_cached: boolean
}
