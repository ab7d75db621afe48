import { countedTotal } from '@hengjuan/domain'
import type { InspectedBlock } from './ScoreInspection.tsx'

type Marked = Pick<InspectedBlock, 'points' | 'best_of' | 'final_points' | 'final_milli'>

/** Do these scores differ in nothing from those that stand? */
export const isUnchanged = (block: Pick<Marked, 'final_points'>, scores: readonly number[]) =>
  scores.every((score, index) => score === block.final_points[index])

/**
 * What a block is worth with these scores. A combined mark is rounded, its points are not: unchanged, they stand for
 * the mark and not for their sum. Of optional questions that are all marked the best ones count.
 */
export function correctedTotal(block: Marked, scores: readonly number[]): number {
  if (isUnchanged(block, scores)) return block.final_milli ?? 0
  const questionOf = block.points.map(({ question_no: no }) => no ?? '')
  return countedTotal(scores, block.best_of === null ? null : { choose: block.best_of, questionOf })
}
