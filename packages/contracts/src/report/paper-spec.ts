import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MilliScore, Ratio } from '../route.ts'

const SpecCell = {
  items: Type.Integer(),
  points_milli: MilliScore,
  rate: Ratio,
}

/** Knowledge points by kinds of question. */
export const Spec = Type.Object({
  types: Type.Array(Type.String()),
  untagged: Type.Array(Type.String()),
  rows: Type.Array(
    Type.Object({
      point: Type.String(),
      ...SpecCell,
      cells: Type.Array(Type.Object(SpecCell)),
    }),
  ),
})

/** 双向细目表: where the points of the paper lie, and what came of them. @source reports P13 */
export function specCharts({ types, rows }: Static<typeof Spec>, subject: string): ChartData[] {
  const chart = {
    kind: 'matrix' as const,
    xTitle: '题型',
    yTitle: '知识点',
    labels: types,
  }
  return [
    {
      ...chart,
      title: `${subject}双向细目表：分值`,
      figure: 'milli',
      series: rows.map(({ point, cells }) => ({
        name: point,
        values: cells.map(({ points_milli }) => (points_milli === 0 ? null : points_milli)),
      })),
    },
    {
      ...chart,
      title: `${subject}双向细目表：得分率`,
      figure: 'rate',
      series: rows.map(({ point, cells }) => ({
        name: point,
        values: cells.map(({ rate: { num, den } }) => (den === 0 ? null : num / den)),
      })),
    },
  ]
}
