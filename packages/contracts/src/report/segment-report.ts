import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { filters, frame, Group } from './shapes.ts'

const Band = Type.Object({
  from_milli: MilliScore,
  to_milli: MilliScore,
  /** Is the upper end part of the segment? Only of the top one. */
  closed: Type.Boolean(),
  label: Type.String(),
})
const Row = Type.Object({
  count: Type.Integer(),
  ratio: Ratio,
  cumulative: Type.Integer(),
  cumulative_ratio: Ratio,
  /** Rank of who stands there; only of steps of one point. */
  rank: nullable(Type.Integer()),
  /** In the order of `groups`. */
  by_group: Type.Array(Type.Integer()),
})
export type SegmentRow = Static<typeof Band> & Static<typeof Row>

/** 分数分布: how many in each step of the score. @source reports P08 */
export const segmentReport = defineReport({
  key: 'section',
  title: '分数段',
  path: '/v1/scorereport/section/score',
  exportPath: '/v1/scorereport/section/export',
  summary: '分数段统计（含各班人数与累计；每 1 分一段即一分一段表）',
  of: 'both',
  errors: ['SEGMENT_TOO_NARROW'],
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: '分段宽度（分），不给时按学校设置',
      }),
    ),
    empty: Type.Optional(
      Type.Union([Type.Literal('show'), Type.Literal('hide')], { default: 'show' }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    width: Type.Integer(),
    groups: Type.Array(Group),
    /** In the order of `rows`, from the top down. */
    bands: Type.Array(Band),
    rows: Type.Array(Row),
  }),
  rows: ({ rows, bands }): SegmentRow[] =>
    rows.flatMap((row, index) => {
      const band = bands[index]
      return band ? [{ ...row, ...band }] : []
    }),
  columns: ({ groups, width, rank_types }): ReportColumn<SegmentRow>[] => [
    {
      key: 'label',
      title: '分数段',
      kind: 'text',
      frozen: true,
      width: 128,
      formula: '含下限、不含上限；最高一段含满分',
      rule: 'DR 10',
      value: ({ label }) => label,
    },
    { key: 'count', title: '人数', group: '合计', kind: 'count', value: ({ count }) => count },
    {
      key: 'ratio',
      title: '比例',
      group: '合计',
      kind: 'ratio',
      formula: '本段人数 ÷ 实考人数',
      rule: 'DR 10',
      value: ({ ratio }) => ratio,
    },
    {
      key: 'cumulative',
      title: '累计',
      group: '合计',
      kind: 'count',
      formula: '从高分到本段（含）的人数',
      rule: 'DR 10',
      value: ({ cumulative }) => cumulative,
    },
    {
      key: 'cumulative_ratio',
      title: '累计比例',
      group: '合计',
      kind: 'ratio',
      formula: '累计 ÷ 实考人数',
      rule: 'DR 10',
      value: (row) => row.cumulative_ratio,
    },
    ...(width === 1 && rank_types.length > 0
      ? [
          {
            key: 'rank',
            title: '名次',
            group: '合计',
            kind: 'count' as const,
            formula: '高于本段的人数 + 1',
            rule: 'DR 10',
            value: ({ rank }: SegmentRow) => rank,
          },
        ]
      : []),
    ...groups.map(({ id, name }, index): ReportColumn<SegmentRow> => ({
      key: `group:${id ?? 0}`,
      title: name,
      group: '各班人数',
      kind: 'count',
      width: 88,
      value: ({ by_group }) => by_group[index] ?? 0,
    })),
  ],
  charts: ({ bands, rows, footer, width }): ChartData[] => [
    {
      kind: 'histogram',
      title: `${footer.subject_name}分布（每 ${width} 分一段）`,
      xTitle: '分数段',
      yTitle: '人数',
      figure: 'count',
      labels: bands.map(({ label }) => label).toReversed(),
      series: [{ name: '人数', values: rows.map(({ count }) => count).toReversed() }],
      n: rows.at(-1)?.cumulative ?? 0,
    },
  ],
})

export const reportScoreSegments = segmentReport.list
export const exportSegments = segmentReport.export
