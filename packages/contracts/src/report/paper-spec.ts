import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MilliScore, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'

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

type SpecRow = Static<typeof Spec>['rows'][number]

/** The same as a sheet of the workbook: of each point its questions, points and rate, whole and by kind of question. */
export const specColumns = (types: readonly string[]): ReportColumn<SpecRow>[] => [
  { key: 'point', title: '知识点', kind: 'text', frozen: true, value: ({ point }) => point },
  { key: 'items', title: '题数', group: '合计', kind: 'count', value: ({ items }) => items },
  { key: 'milli', title: '分值', group: '合计', kind: 'milli', value: (row) => row.points_milli },
  { key: 'rate', title: '得分率', group: '合计', kind: 'ratio', value: ({ rate }) => rate },
  ...types.flatMap((type, at): ReportColumn<SpecRow>[] => [
    {
      key: `items:${type}`,
      title: '题数',
      group: type,
      kind: 'count',
      value: ({ cells }) => cells[at]?.items ?? 0,
    },
    {
      key: `milli:${type}`,
      title: '分值',
      group: type,
      kind: 'milli',
      value: ({ cells }) => cells[at]?.points_milli ?? 0,
    },
    {
      key: `rate:${type}`,
      title: '得分率',
      group: type,
      kind: 'ratio',
      value: ({ cells }) => cells[at]?.rate ?? null,
    },
  ]),
]
