import type { ReviewSheet } from './types.ts'

/** Were scores given for this sheet, which do not count without it? A station does not know. */
export const isMarked = ({ marked_blocks = 0 }: Pick<ReviewSheet, 'marked_blocks'>): boolean =>
  marked_blocks > 0
