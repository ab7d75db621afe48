import { NO_PLACE, NO_RANK } from './columns.ts'

/**
 * Ranks from the highest score down, 1-2-2-4, of each candidate among those of the same group.
 *
 * @param order places of those who are ranked, highest first, of `orderDown`
 * @param groups group of each candidate; `NO_PLACE` for none, who stays unranked. Null for one group of all
 * @param count how many groups there are
 * @source domain rules 10
 */
export function ranksWithin(
  scores: Int32Array,
  order: Int32Array,
  groups: Uint16Array | null,
  count: number,
): Int32Array {
  const ranks = new Int32Array(scores.length).fill(NO_RANK)
  const seen = new Int32Array(count)
  const rank = new Int32Array(count)
  const last = new Int32Array(count).fill(-1)
  for (const place of order) {
    const group = groups ? groups[place]! : 0
    if (group === NO_PLACE) continue
    seen[group]!++
    const score = scores[place]!
    if (score !== last[group]) {
      rank[group] = seen[group]!
      last[group] = score
    }
    ranks[place] = rank[group]!
  }
  return ranks
}
