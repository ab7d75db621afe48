import { formatMilli, type Milli, UNGIVEN_ZEROS, type UngivenZero } from '@hengjuan/domain'

/** A score, or why there is none: nothing written is no zero that somebody gave. */
export const scoreText = (score: Milli, reason: UngivenZero | null): string =>
  reason === null ? formatMilli(score) : UNGIVEN_ZEROS[reason]

/** What a new score takes away beside the zero; null where it takes nothing away. */
export const takenAwayText = (reason: UngivenZero | null): string | null =>
  reason === 'MISCONDUCT'
    ? '改分后这一题不再登记违纪'
    : reason === 'VOID'
      ? '改分后这一题不再作废'
      : null
