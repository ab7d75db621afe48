import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable } from '../route.ts'

/** Rates by tenths of the paper, the easiest question first. */
export const ItemMap = Type.Object({
  questions: Type.Array(Type.String()),
  bands: Type.Array(
    Type.Object({
      label: Type.String(),
      n: Type.Integer(),
      rates: Type.Array(nullable(Type.Number())),
    }),
  ),
})

export const itemMapChart = (map: Static<typeof ItemMap>, subject: string): ChartData => ({
  kind: 'matrix',
  title: `${subject}题目地图：各分数段在每题的得分率`,
  xTitle: '题号（从易到难）',
  yTitle: '全卷得分率',
  figure: 'rate',
  labels: map.questions,
  series: map.bands
    .filter(({ n }) => n > 0)
    .map(({ label, n, rates }) => ({ name: `${label}（${n} 人）`, values: rates })),
})
