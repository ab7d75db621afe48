import type { Milli, ScorePoint } from '@hengjuan/domain'

/** Scores that stand out on the pad. */
const SHOWN = 3
/** Papers from which on habit can be told from chance. */
const ENOUGH = 20

/** How often each score was given. */
type Distribution = readonly { score_milli: Milli; count: number }[]

/**
 * The scores that this marker gives most, so that the mouse finds them at once. Keys of the pad keep their
 * places: only how they look follows the counts.
 *
 * @param distribution what was given before, see `givenBefore`
 */
export function oftenGiven(distribution: Distribution): ReadonlySet<Milli> {
  const all = distribution.reduce((sum, { count }) => sum + count, 0)
  if (all < ENOUGH) return new Set()
  const often = distribution.toSorted((a, b) => b.count - a.count || a.score_milli - b.score_milli)
  return new Set(often.slice(0, SHOWN).map(({ score_milli }) => score_milli))
}

/** A paper that was handed in, or is in hand. */
interface Scored {
  rules: { points: readonly ScorePoint[] }
  entry: { scores: readonly (Milli | null)[]; at: number }
}

/**
 * What this marker gave the point in hand before. Of several points only totals are known from the server: they are
 * counted on the papers of the same points that were handed in from this page.
 *
 * @param totals of all papers of the block
 */
export function givenBefore(
  { rules, entry }: Scored,
  done: readonly Scored[],
  totals: Distribution,
): Distribution {
  if (rules.points.length === 1) return totals
  const points = JSON.stringify(rules.points)
  const scores = done
    .filter((one) => JSON.stringify(one.rules.points) === points)
    .map((one) => one.entry.scores[entry.at] ?? null)
    .filter((score) => score !== null)
  return [...Map.groupBy(scores, (score) => score)].map(([score_milli, { length: count }]) => ({
    score_milli,
    count,
  }))
}
