import type { OmrTemplate } from '@hengjuan/domain'
import type { PageFileErrorCode, PageResult } from '@hengjuan/omr'

/** The picture that is uploaded: the scanner's own, or a JPEG of one that browsers cannot show. */
export interface UploadPicture {
  mime: 'image/jpeg' | 'image/png' | 'image/webp'
  converted: Uint8Array | null
}

/** All that is asked of one page. */
export interface PageAnswer extends PageResult {
  /** Index of the template that the page was read with. */
  at: number
  picture: UploadPicture
  /** Fingerprint of the pen on the page, see `lookOf`; empty where too little is on it. */
  look: string
}

/** To the process: one page. A template's text follows only when the process has not seen it. */
export interface PageRequest {
  bytes: Uint8Array
  templates: { key: number; template: OmrTemplate | null }[]
}

/** From the process: the answer, the file's fault, or a bug. */
export type PageReply =
  | { kind: 'done'; answer: PageAnswer }
  | { kind: 'bad-file'; code: PageFileErrorCode; detail: string | null }
  | { kind: 'failed'; message: string; stack: string }
