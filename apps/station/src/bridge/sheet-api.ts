import type { PageReading, ScanExceptionCategory } from '@hengjuan/domain'

export interface FindingView {
  category: ScanExceptionCategory
  label: string
  message: string
  page_seq: number | null
  field_id: string | null
}

export interface SheetSummary {
  sheet_id: string
  seq: number
  /** One of the subjects of the batch. */
  subject_id: number
  scanned_at: string
  exam_no: string | null
  candidate_name: string | null
  image_count: number
  /** Since when its pictures are no longer on this computer; null while they are. */
  pictures_cleared_at: string | null
  /** First picture, for the thumbnail. */
  cover_id: string | null
  upload: 'waiting' | 'acked' | 'refused'
  upload_tries: number
  /** Chinese, why the server refused or the last try failed; empty otherwise. */
  upload_message: string
  upload_code: string | null
  findings: FindingView[]
  /** Categories in which the server holds the sheet, once uploaded. */
  server_exceptions: ScanExceptionCategory[]
}

export interface SheetDetail extends SheetSummary {
  batch_id: string
  sha256: string
  bytes: number
  received_at: string | null
  pages: {
    image_id: string
    page_seq: number
    name: string
    width_px: number
    height_px: number
    reading: PageReading
  }[]
}

/** A sheet of paper that was looked for, and the stack that it lies in. */
export interface FoundPaper {
  sheet_id: string
  batch_id: string
  batch_label: string
  batch_code: string
  exam_name: string
  subject_name: string
  /** Position in the stack, from 1. */
  seq: number
  exam_no: string | null
  candidate_name: string | null
  scanned_at: string
  cover_id: string | null
}

export interface ProblemImage {
  image_id: string
  name: string
  kind: 'unreadable' | 'duplicate'
  /** Chinese: what is wrong and what to do. */
  reason: string
  taken_at: string
}
