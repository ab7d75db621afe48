import type { Milli } from '../../milli.ts'
import { fullOfPoints, type ScorePoint, spreadTotal } from './grid.ts'

/**
 * The mean of some readings as scores that may be given: each point's mean moved down onto its grid, then
 * the total moved to the mean total's nearest reachable value.
 *
 * @param counted places of the points that make up the total; the others, of questions that do not count, stay below it
 */
export function meanOnGrid(
  points: readonly ScorePoint[],
  readings: readonly (readonly Milli[])[],
  counted: readonly number[] = [...points.keys()],
): Milli[] {
  const count = Math.max(1, readings.length)
  const sumAt = (place: number) => readings.reduce((sum, given) => sum + (given[place] ?? 0), 0)
  const scores = points.map(
    ({ stepMilli }, place) => Math.floor(sumAt(place) / count / stepMilli) * stepMilli,
  )
  const own = counted.flatMap((place) => points[place] ?? [])
  const finest = Math.min(...own.map(({ stepMilli }) => stepMilli))
  const total = counted.reduce((sum, place) => sum + sumAt(place), 0) / count
  const nearest = Math.min(fullOfPoints(own), Math.round(total / finest) * finest)
  const from = counted.map((place) => scores[place] ?? 0)
  const spread = spreadTotal(own, from, nearest)
  return scores.map((score, place) => spread?.[counted.indexOf(place)] ?? score)
}
