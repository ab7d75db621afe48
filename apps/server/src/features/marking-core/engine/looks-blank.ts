import { isWritten } from '@hengjuan/domain'
import type { BlockRules } from '../block/block-rules.query.ts'

/**
 * Does an answer look blank enough to be shown to a person? A stroke of a pen is an answer, however
 * little ink it is in a large area. Papers of an optional group whose question is not known go to the
 * block leader first.
 */
export function looksBlank(
  { settings, optional }: BlockRules,
  ink: { inkRatio: number; strokeMm?: number | undefined },
  choice: readonly number[] | null,
): boolean {
  if (!settings.blankCheck || (optional && choice === null)) return false
  return !isWritten(ink, settings.blankInkLimit)
}
