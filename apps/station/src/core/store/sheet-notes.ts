import type { PageIssue, PageIssueCode, ScanExceptionCategory } from '@hengjuan/domain'

/** Something about a sheet that the operator should see now. */
export interface Finding {
  category: ScanExceptionCategory
  /** Chinese: what is wrong and what to do. */
  message: string
  /** Picture of the sheet that it is about, 1 for the first; null for the whole sheet. */
  page_seq: number | null
  /** Field of the reading, for pointing at it. */
  field_id: string | null
}

/** Something about a scanned sheet that is best mended while the paper is in the operator's hands. */
export interface TrayReason {
  code: PageIssueCode | 'MISSING_PAGE' | 'SAME_PAPER' | 'NO_SUBJECT'
  /** Chinese: what is wrong and what to do. */
  message: string
  /** Picture of the sheet that it is about, 1 for the first; null for the whole sheet. */
  page_seq: number | null
  /** Where to look, pixels of that picture. */
  boxes: NonNullable<PageIssue['evidence']>
}
