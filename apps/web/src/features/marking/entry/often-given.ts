import type { Milli } from '@hengjuan/domain'

/** Scores that stand out on the pad. */
const SHOWN = 3
/** Papers from which on habit can be told from chance. */
const ENOUGH = 20

/**
 * The scores that this marker gives most, so that the mouse finds them at once. Keys of the pad keep their
 * places: only how they look follows the counts.
 *
 * @param distribution own totals of the block; they are scores of the pad where a block has one point
 */
export function oftenGiven(
  distribution: readonly { score_milli: Milli; count: number }[],
  pointCount: number,
): ReadonlySet<Milli> {
  const all = distribution.reduce((sum, { count }) => sum + count, 0)
  if (pointCount !== 1 || all < ENOUGH) return new Set()
  const often = distribution.toSorted((a, b) => b.count - a.count || a.score_milli - b.score_milli)
  return new Set(often.slice(0, SHOWN).map(({ score_milli }) => score_milli))
}
