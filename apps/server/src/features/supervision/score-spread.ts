import type { ReplyOf, scoreDistribution } from '@hengjuan/contracts'
import { distributionDistance } from '@hengjuan/domain'

type Row = ReplyOf<typeof scoreDistribution>['markers'][number]

interface Given {
  marker_id: number
  name: string
  score_milli: number
  count: number
}

interface ScoreCount {
  score_milli: number
  count: number
}

/** Counted scores, each as often as it was given. */
export const spread = (scores: readonly ScoreCount[]): number[] =>
  scores.flatMap(({ score_milli, count }) => Array.from({ length: count }, () => score_milli))

/**
 * How the scores of each marker are spread, beside those of all.
 *
 * @param given in the order of scores
 * @source domain rules 8 (distribution distance)
 */
export function markerSpreads(given: readonly Given[]): { pool: ScoreCount[]; markers: Row[] } {
  const pool = [...Map.groupBy(given, ({ score_milli }) => score_milli)].map(
    ([score_milli, rows]) => ({
      score_milli,
      count: rows.reduce((sum, { count }) => sum + count, 0),
    }),
  )
  const all = spread(pool)
  const markers = [...Map.groupBy(given, ({ marker_id }) => marker_id)].map(
    ([marker_id, rows]): Row => {
      const own = spread(rows)
      return {
        marker_id,
        name: rows[0]?.name ?? '',
        readings: rows.map(({ score_milli, count }) => ({ score_milli, count })),
        n: own.length,
        distance: distributionDistance(own, all) ?? 0,
      }
    },
  )
  return { pool, markers: markers.toSorted((a, b) => a.name.localeCompare(b.name, 'zh')) }
}
