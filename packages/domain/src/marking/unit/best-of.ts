import type { EntityId } from '../../entity-id.ts'
import type { Milli } from '../../milli.ts'

/** Of the questions of a block only the best ones count. @source domain rules 3.10: mark_all_take_best */
export interface BestOf {
  /** How many of them. */
  choose: number
  /** For each score point, the question that it belongs to. */
  questionOf: readonly EntityId[]
}

type Scores = readonly (Milli | null)[]

/**
 * Places of the score points that count: those of the questions with the most points, over all readings
 * given; of two with the same the one printed first. All of them without `bestOf`, and where only a total
 * is known.
 */
export function countedPlaces(
  readings: readonly Scores[],
  bestOf: BestOf | null | undefined,
): number[] {
  const places = [...(readings[0] ?? []).keys()]
  if (!bestOf || places.length !== bestOf.questionOf.length) return places
  const totals = new Map<EntityId, Milli>()
  for (const [place, question] of bestOf.questionOf.entries())
    for (const scores of readings)
      totals.set(question, (totals.get(question) ?? 0) + (scores[place] ?? 0))
  const best = new Set(
    [...totals]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, bestOf.choose)
      .map(([question]) => question),
  )
  return places.filter((place) => best.has(bestOf.questionOf[place] ?? ''))
}

/** Scores with those at nothing that do not count. */
export function countedOnly(scores: Scores, bestOf: BestOf | null | undefined): Milli[] {
  const places = new Set(countedPlaces([scores], bestOf))
  return scores.map((score, place) => (places.has(place) ? (score ?? 0) : 0))
}

/** What scores are worth together: those that count. */
export const countedTotal = (scores: Scores, bestOf: BestOf | null | undefined): Milli =>
  countedPlaces([scores], bestOf).reduce((sum, place) => sum + (scores[place] ?? 0), 0)
