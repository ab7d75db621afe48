import type { Milli } from '../../milli.ts'
import { fullOfPoints, type ScorePoint, spreadTotal } from './grid.ts'

/**
 * The mean of some readings as scores that may be given: each point's mean moved down onto its grid, then
 * the total moved to the mean total's nearest reachable value.
 */
export function meanOnGrid(
  points: readonly ScorePoint[],
  readings: readonly (readonly Milli[])[],
): Milli[] {
  const count = Math.max(1, readings.length)
  const down = (value: number, step: number) => Math.floor(value / step) * step
  const scores = points.map(({ stepMilli }, index) =>
    down(readings.reduce((sum, given) => sum + (given[index] ?? 0), 0) / count, stepMilli),
  )
  const finest = Math.min(...points.map(({ stepMilli }) => stepMilli))
  const total = readings.flat().reduce((sum, score) => sum + score, 0) / count
  const nearest = Math.min(fullOfPoints(points), Math.round(total / finest) * finest)
  return spreadTotal(points, scores, nearest) ?? scores
}
