/** Why a whole file gives no pages. */
export type SplitRefusal = 'empty' | 'encrypted' | 'damaged' | 'no-pages' | 'too-big'

/** What is in a file: so many pages, or why there is nothing to be had. */
export type FileAnswer =
  | { kind: 'pages'; pages: number }
  | { kind: 'refused'; refusal: SplitRefusal }

/** A page as a picture that the engine reads, or that it is too large for one. */
export type SplitPage = { kind: 'picture'; bytes: Uint8Array } | { kind: 'too-large' }

/** To the process: the file first, then its pages, counted from 1. */
export type SplitRequest = { kind: 'open'; file: string } | { kind: 'page'; page: number }

/** From the process; `failed` is a fault of the page, not of the request. */
export type SplitReply = FileAnswer | SplitPage | { kind: 'failed'; message: string }

/** A file of several pages that is open. */
export interface PageSource {
  pages: number
  /** @param page from 1 */
  page: (page: number) => Promise<SplitPage>
}

/** Thrown when a file is opened that gives no pages. */
export class SplitError extends Error {
  readonly refusal: SplitRefusal
  constructor(refusal: SplitRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}
