import type { Milli } from '../../milli.ts'
import { countedPlaces } from './best-of.ts'
import { standingOf } from './unit-status.ts'
import type { BlockPolicy, UnitState } from './unit.ts'

/**
 * What whoever decided the final mark gave to each point, also to questions that do not count: what a correction starts
 * from, so that another question can take the place of one that loses points. Of two readings the mean, which at points
 * that do not count lies on their grid. Null without a final mark.
 *
 * At nothing stand such points where they would count beside the mark, which the rule for combining may bring about.
 */
export function givenScores(unit: UnitState, policy: BlockPolicy): Milli[] | null {
  const { final, bestOf, decision, readings } = unit
  if (!final) return null
  const { readingIds } = standingOf(unit, policy)
  const said = decision
    ? [decision.scores]
    : readings.flatMap(({ id, scores }) => (scores && readingIds.includes(id) ? [scores] : []))
  const isCounted = (place: number) => final.scores[place] != null
  const given = policy.points.map(({ stepMilli }, place) => {
    const sum = said.reduce((all, scores) => all + (scores[place] ?? 0), 0)
    const mean = said.length === 0 ? 0 : sum / said.length
    return final.scores[place] ?? Math.floor(mean / stepMilli) * stepMilli
  })
  return countedPlaces([given], bestOf).every(isCounted)
    ? given
    : given.map((score, place) => (isCounted(place) ? score : 0))
}
