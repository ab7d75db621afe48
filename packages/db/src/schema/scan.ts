import type { Generated } from 'kysely'
import type { AutoId, JsonText, TimeText } from './columns.ts'

/** A stack of sheets scanned together. The station names it (ULID). */
export interface ScanBatchTable {
  id: string
  exam_id: number
  subject_id: number
  station: string
  operator_id: number
  label: string
  opened_at: TimeText
  /** Set by `complete`, when the station's count and the server's agree. */
  closed_at: TimeText | null
}

/** One physical sheet as one station scanned it. The station names it (ULID). */
export interface ScanSheetTable {
  id: string
  exam_id: number
  subject_id: number
  batch_id: string
  /** Position in the stack, 1 for the first. */
  seq: number
  /** SHA-256 of the uploaded container: the identity of its content. */
  content_hash: string
  /** Exam number as the machine read it, `?` for an unreadable digit; null when none. */
  machine_exam_no: string | null
  candidate_id: number | null
  /** `barcode`, `bubbles`, `person`; null while nobody is known. */
  identity_source: string | null
  /** `active`, `void` (replaced, duplicate dropped, not of this exam). */
  state: string
  void_reason: string | null
  received_at: TimeText
  version: number
}

export interface ScanPageTable {
  id: AutoId
  sheet_id: string
  /** Order in the sheet as scanned, 1 for the front. */
  seq: number
  /** Template page that it is; null when unknown. */
  page: number | null
  image_hash: string
  width_px: number
  height_px: number
}

/** What a machine read, one row a reading run of a page; never updated. */
export interface RecognitionTable {
  id: AutoId
  sheet_id: string
  page_seq: number
  run: number
  engine: string
  /** JSON PageReading. */
  reading: JsonText
  created_at: TimeText
}

/** Crops cut from a page: which image shows which part of which block. */
export interface SheetCropTable {
  id: AutoId
  sheet_id: string
  /** The page as scanned that it was cut from. */
  page_seq: number
  region_id: string
  block_key: string | null
  part: number
  image_hash: string
  width_px: number
  height_px: number
  ink_ratio: number
  run: number
}

/** What a person decided about a sheet; never updated but for its undoing. */
export interface ScanDecisionTable {
  id: AutoId
  exam_id: number
  subject_id: number
  sheet_id: string | null
  candidate_id: number | null
  /** `identity`, `answer`, `duplicate`, `absence`, `locate`, `page`, `missing`, `void`, `clear`, `send_verify`, `verify`, `reread`, `recrop`, `remark`, `block_image`, `page_image`, `block_lost`, `block_blank`, `to_marking`. */
  kind: string
  /** What it is about: a field id for `answer`. */
  target: string
  /** JSON, shape by kind. */
  value: JsonText
  actor_id: number
  at: TimeText
  undone_by: number | null
  undone_at: TimeText | null
  /** The station's action that it came from; null when it was decided on the portal. */
  action_id: Generated<string | null>
}

/** Something decided at a station, applied once however often it is sent. The station names it (ULID). */
export interface StationActionTable {
  id: string
  exam_id: number
  subject_id: number
  /** Path of the call. */
  call: string
  /** SHA-256 of what was asked, without the times: the same name for something else is a mistake. */
  content_hash: string
  station: string
  actor_id: number
  /** By the server's clock: the station's time, corrected by what its clock was off when it sent. */
  decided_at: TimeText
  received_at: TimeText
  /** JSON of the answer; null for a job, whose answer is how far it is. */
  reply: JsonText | null
}

/** Reading or cutting sheets again. One row for each action of that kind. */
export interface ScanJobTable {
  action_id: string
  /** `reomr` or `recrop`. */
  kind: string
  /** Only this page of the sheet; null for all. */
  page_seq: number | null
  /** Only this block is cut again; null for all. */
  block_key: string | null
  /** `waiting`, `running`, `done`, `cancelled`. */
  state: string
  /** As which role it was begun; with the request's id for the audit. */
  actor_role: string
  request_id: string
  created_at: TimeText
  finished_at: TimeText | null
}

export interface ScanJobSheetTable {
  action_id: string
  /** Order of work, 1 for the first. */
  place: number
  sheet_id: string
  /** `waiting`, `same`, `changed`, `failed`. */
  state: string
  /** Blocks that carry marks and whose image changed. */
  marked_blocks: number
  /** JSON of what changed; null while waiting and where nothing did. */
  change: JsonText | null
}

export interface ScanExceptionTable {
  id: AutoId
  exam_id: number
  subject_id: number
  sheet_id: string | null
  candidate_id: number | null
  /** Category code of `packages/domain` scan exceptions. */
  category: string
  /** What within the category: a field id, `missing_page`. With sheet and category it is unique while open. */
  target: string
  /** `open`, `handled` by a person's decision, `gone` because its cause went away. */
  state: string
  /** Chinese, why it is here. */
  reason: string
  /** Machine's confidence, 0 to 1: the list shows the least certain first. */
  confidence: number
  /** JSON evidence for the page. */
  detail: JsonText
  decision_id: number | null
  handled_by: number | null
  handled_at: TimeText | null
  created_at: TimeText
}

/** Who has the exceptions of a subject open; counts for nothing once `until` has passed. */
export interface ReviewPresenceTable {
  exam_id: number
  subject_id: number
  user_id: number
  /** The sheet before them; null while they look at lists. */
  sheet_id: string | null
  /** Since when that sheet: the first at it holds it. */
  since: TimeText
  until: TimeText
}

/** An answer that was sent back to cutting. Waits as long as `decision_id` is null. */
export interface AbnormalBlockTable {
  id: AutoId
  exam_id: number
  subject_id: number
  block_id: number
  unit_id: number
  candidate_id: number
  /** Tag code of `packages/domain` abnormal sheets. */
  tag: string
  note: string
  sent_by: number | null
  sent_at: TimeText
  /** JSON: image hashes that were shown before; null once it was told whether they changed. */
  images_before: JsonText | null
  /** The decision that ended the handling; undoing it opens it again. */
  decision_id: number | null
  outcome: string | null
  closed_by: number | null
  closed_at: TimeText | null
}

/** A sheet that somebody marked as special, by candidate. */
export interface SpecialSheetTable {
  candidate_id: number
  subject_id: number
  exam_id: number
  note: string
  by_id: number
  at: TimeText
}

/** An image: a span of a stored object, addressed by the SHA-256 of its own bytes. */
export interface ImageTable {
  hash: string
  object_hash: string
  byte_offset: number
  byte_length: number
  mime: string
  width_px: number
  height_px: number
  created_at: TimeText
}
