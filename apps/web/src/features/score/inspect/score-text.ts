import { formatMilli, type Milli, UNGIVEN_ZEROS, type UngivenZero } from '@hengjuan/domain'

/** A score, or why there is none: nothing written is no zero that somebody gave. */
export const scoreText = (score: Milli, reason: UngivenZero | null): string =>
  reason === null ? formatMilli(score) : UNGIVEN_ZEROS[reason]
