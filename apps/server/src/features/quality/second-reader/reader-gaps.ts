import { type Milli, secondReaderTolerance } from '@hengjuan/domain'
import { bestOfBlock, type BlockRules } from '../../marking-core/index.ts'
import type { ReaderGaps } from './score.query.ts'

/** How far the total of a second reader may lie from a mark of the block. */
export const toleranceOf = ({ block }: Pick<BlockRules, 'block'>): Milli =>
  secondReaderTolerance({
    mode: block.mark_mode,
    fullMilli: block.full_milli,
    toleranceMilli: block.tolerance_milli,
  })

/**
 * How far a second reader may lie from a reading. A single point is the total. Where candidates choose their
 * questions, the points that count differ from paper to paper: each place takes the widest tolerance. Where the best
 * questions count, totals say it all: a question that does not count is no disagreement.
 */
export function gapsOf(rules: BlockRules): ReaderGaps {
  const own = rules.points.map(({ toleranceMilli }) => toleranceMilli)
  const widest = Math.max(...own)
  return {
    totalMilli: toleranceOf(rules),
    pointsMilli:
      own.length < 2 || bestOfBlock(rules) ? [] : rules.optional ? own.map(() => widest) : own,
  }
}
