/** `competition` is 1-2-2-4 and the only one shown; the others exist for export. */
export type RankStyle = 'competition' | 'dense' | 'sequential'

/**
 * Ranks from the highest score down. Null (absent, partial total) stays unranked and counts for nobody.
 *
 * @source domain rules 10
 */
export function ranksOf(
  scores: readonly (number | null)[],
  style: RankStyle = 'competition',
): (number | null)[] {
  const ranks: (number | null)[] = scores.map(() => null)
  let [rank, dense, previous] = [0, 0, NaN]
  for (const [position, index] of orderDown(scores).entries()) {
    const score = scores[index] as number
    if (score !== previous) {
      rank = position + 1
      dense += 1
    }
    ranks[index] = style === 'competition' ? rank : style === 'dense' ? dense : position + 1
    previous = score
  }
  return ranks
}

/** Indexes of those who have a score, highest first; equal scores in the order given. */
function orderDown(scores: readonly (number | null)[]): number[] {
  const ranked = [...scores.keys()].filter((index) => scores[index] !== null)
  return ranked.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b)
}

/** How a score stands among those who have one; the person itself is in `equal`. */
export interface Standing {
  below: number
  equal: number
  of: number
}

/** Where each score stands; null where there is none. */
export function standingsOf(scores: readonly (number | null)[]): (RankStanding | null)[] {
  const ranks = ranksOf(scores)
  const of = ranks.filter((rank) => rank !== null).length
  const equals = new Map<number, number>()
  for (const rank of ranks) if (rank !== null) equals.set(rank, (equals.get(rank) ?? 0) + 1)
  return ranks.map((rank) => {
    if (rank === null) return null
    const equal = equals.get(rank) ?? 0
    return { rank, equal, below: of - (rank - 1) - equal, of }
  })
}

export interface RankStanding extends Standing {
  rank: number
}

/** Percentile rank 百分等级, 0 to 100: 100 × (below + half of equal) / N. @source domain rules 10 */
export const percentileRank = ({ below, equal, of }: Standing): number =>
  (100 * (below + 0.5 * equal)) / of

/** "Exceeded x %" 超过率, 0 to 100: below / (N − 1); alone, 100. @source domain rules 10 */
export const exceededPercent = ({ below, of }: Standing): number =>
  of === 1 ? 100 : (100 * below) / (of - 1)
