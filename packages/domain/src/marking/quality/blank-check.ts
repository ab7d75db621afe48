import { isWrittenStroke } from '../../blank-block.ts'
import type { Milli } from '../../milli.ts'

/**
 * Ink ratio of an answer area up to which it is shown to a person as probably blank, unless a stroke of a
 * pen was found (`isWrittenStroke`). A person decides; the limit only says what is shown, and a block may
 * set its own from what was confirmed before.
 *
 * @source domain rules 6.1
 */
export const BLANK_INK_LIMIT = 0.008

/** Greatest limit that a block may set. */
export const MOST_BLANK_INK = 0.2

/** Blank answers on one contact sheet. @source domain rules 6.1 (3) */
export const BLANKS_ON_A_SHEET = 40

/** Of a confirmed batch this share, and at least so many, are marked as usual to see whether they are blank. */
const CHECK_SHARE = 0.02
export const LEAST_CHECKS = 3

/**
 * How many papers of a confirmed batch go into normal marking as a check: 2 %, at least three, but never
 * more than half of the batch, so that a small batch is still worth confirming. What the same person confirms next
 * joins a batch that has fewer than three, until it has them.
 *
 * @source domain rules 6.1 (4)
 */
export function blankCheckCount(confirmed: number): number {
  const wanted = Math.max(LEAST_CHECKS, Math.ceil(confirmed * CHECK_SHARE))
  return Math.min(wanted, Math.floor(confirmed / 2))
}

/**
 * Is something written on an answer, as far as its ink tells?
 *
 * @param inkLimit ink ratio up to which the block takes an answer for blank
 * @param strokeMm largest connected stroke, millimetres; absent where it was not measured
 */
export const isWritten = (
  { inkRatio, strokeMm }: { inkRatio: number; strokeMm?: number | undefined },
  inkLimit: number,
): boolean => inkRatio > inkLimit || isWrittenStroke(strokeMm)

/** What the ink of an answer says against its mark. */
export type BlankConflict = 'written_zero' | 'blank_scored'

/**
 * Does the ink of an answer speak against its mark: written on and given nothing, or hardly any ink and
 * given something? An answer that people confirmed as blank was looked at already.
 *
 * @param inkLimit ink ratio up to which the block takes an answer for blank
 * @param strokeMm largest connected stroke, millimetres; absent where it was not measured
 * @source domain rules 6.1 (5)
 */
export function blankConflict(
  mark: {
    inkRatio: number
    strokeMm?: number | undefined
    totalMilli: Milli
    isConfirmedBlank: boolean
  },
  inkLimit: number,
): BlankConflict | null {
  const isBlank = !isWritten(mark, inkLimit)
  if (mark.isConfirmedBlank) return null
  if (mark.totalMilli > 0) return isBlank ? 'blank_scored' : null
  return isBlank ? null : 'written_zero'
}
