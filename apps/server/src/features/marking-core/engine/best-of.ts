import type { BestOf } from '@hengjuan/domain'
import type { BlockRules } from '../block/block-rules.query.ts'

/**
 * Of which questions of a block the best ones count, where every optional question is marked; null where
 * what the candidate chose counts, or there is nothing to choose.
 *
 * @source domain rules 3.10
 */
export const bestOfBlock = ({ block, optional, points }: BlockRules): BestOf | null =>
  optional && block.optional_policy === 'mark_all_take_best'
    ? { choose: optional.choose, questionOf: points.map(({ questionId }) => questionId ?? 0) }
    : null
