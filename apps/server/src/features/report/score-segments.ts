import { MILLI_PER_POINT, scoreSegments } from '@hengjuan/domain'
import { type Population, scoresOf } from './population.ts'

/** Score segments from the top down, with the count of each visible class. */
export function segmentRows(population: Population, widthPoints: number) {
  const { fullMilli } = population.subject
  const width = widthPoints * MILLI_PER_POINT
  const scores = scoresOf(population.visible)
  const byClass = population.classes.map(({ id }) =>
    scoreSegments(
      scoresOf(population.visible.filter(({ candidate }) => candidate.classId === id)),
      fullMilli,
      width,
    ),
  )
  return scoreSegments(scores, fullMilli, width).map((segment, index) => ({
    from_milli: segment.lowerMilli,
    to_milli: segment.upperMilli,
    closed: segment.closed,
    count: segment.count,
    ratio: { num: segment.count, den: scores.length },
    cumulative: segment.cumulative,
    cumulative_ratio: { num: segment.cumulative, den: scores.length },
    by_class: byClass.map((segments) => segments[index]?.count ?? 0),
  }))
}
