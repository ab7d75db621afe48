import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { EVERYBODY, peopleOf } from './drills.ts'
import { segmentSentences } from './sentences-of-groups.ts'
import { filters, frame, Group } from './shapes.ts'

/** What stands side by side, and which of it a chart lays over all. */
export const sideFilters = {
  by: Type.Optional(
    Type.Enum(['class', 'school'], { default: 'class', description: '并列各班或各校' }),
  ),
  overlay: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[0-9]{1,9}(,[0-9]{1,9})*$',
      description: '图中与全体对照的班级或学校，至多两个',
    }),
  ),
}

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
    ...sideFilters,
    empty: Type.Optional(
      Type.Union([Type.Literal('show'), Type.Literal('hide')], { default: 'show' }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    width: Type.Integer(),
    subject_id: Id,
    groups: Type.Array(Group),
    /** Of them those that the chart lays over all. */
    overlaid: Type.Array(Id),
    /** In the order of `rows`, from the top down. */
    bands: Type.Array(Band),
    rows: Type.Array(Row),
  }),
  rows: ({ rows, bands }): SegmentRow[] =>
    rows.flatMap((row, index) => {
      const band = bands[index]
      return band ? [{ ...row, ...band }] : []
    }),
  sentences: ({ rows, bands, footer }) =>
    segmentSentences(
      rows.map((row, at) => ({ ...row, label: bands[at]?.label ?? '' })),
      footer.subject_name,
      'section',
    ),
  columns: ({ groups, width, rank_types, subject_id, footer }): ReportColumn<SegmentRow>[] => [
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
    {
      key: 'count',
      title: '人数',
      group: '合计',
      kind: 'count',
      value: ({ count }) => count,
      drill: (row) => peopleIn(EVERYBODY, footer.subject_name, subject_id, row, row.count),
    },
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
    ...groups.map((group, index): ReportColumn<SegmentRow> => ({
      key: `group:${group.id ?? 0}`,
      title: group.name,
      group: groups[0]?.kind === 'school' ? '各校人数' : '各班人数',
      kind: 'count',
      width: 88,
      value: ({ by_group }) => by_group[index] ?? 0,
      drill: (row) =>
        peopleIn(group, footer.subject_name, subject_id, row, row.by_group[index] ?? 0),
    })),
  ],
  charts: ({ bands, rows, footer, width, groups, overlaid }): ChartData[] => {
    const labels = bands.map(({ label }) => label).toReversed()
    const n = rows.at(-1)?.cumulative ?? 0
    const chosen = groups.flatMap(({ id, name }, index) =>
      id !== null && overlaid.includes(id) ? [{ name, index }] : [],
    )
    const sizeOf = (index: number) => rows.reduce((sum, row) => sum + (row.by_group[index] ?? 0), 0)
    const shares = (count: (row: Counted) => number, all: number) =>
      rows.map((row) => (all === 0 ? null : count(row) / all)).toReversed()
    /** From the top down to each band, as shares of all. */
    const reached = (count: (row: Counted) => number, all: number) => {
      let sum = 0
      return rows.map((row) => (all === 0 ? null : (sum += count(row)) / all)).toReversed()
    }
    const whole = (row: Counted) => row.count
    const of = (index: number) => (row: Counted) => row.by_group[index] ?? 0
    return [
      chosen.length === 0
        ? {
            kind: 'histogram',
            title: `${footer.subject_name}分布（每 ${width} 分一段）`,
            xTitle: '分数段',
            yTitle: '人数',
            figure: 'count',
            labels,
            series: [{ name: '人数', values: rows.map(whole).toReversed() }],
            n,
          }
        : {
            kind: 'lines',
            title: `${footer.subject_name}分布，占各自人数（每 ${width} 分一段）`,
            xTitle: '分数段',
            yTitle: '占各自人数',
            figure: 'rate',
            labels,
            series: [
              { name: '全体', values: shares(whole, n), isGround: true },
              ...chosen.map(({ name, index }) => ({
                name,
                values: shares(of(index), sizeOf(index)),
              })),
            ],
            n,
          },
      {
        kind: 'lines',
        title: `${footer.subject_name}累计：不低于该段的比例`,
        xTitle: '分数段',
        yTitle: '累计比例',
        figure: 'rate',
        labels,
        series: [
          {
            name: '全体',
            values: reached(whole, n),
            ...(chosen.length > 0 ? { isGround: true } : {}),
          },
          ...chosen.map(({ name, index }) => ({
            name,
            values: reached(of(index), sizeOf(index)),
          })),
        ],
        n,
      },
    ]
  },
})

type Counted = Pick<SegmentRow, 'count' | 'by_group'>
/** The people of a group in a band. */
const peopleIn = (
  group: Static<typeof Group> | typeof EVERYBODY,
  subject: string,
  in_subject: number,
  { from_milli, to_milli, closed, label }: SegmentRow,
  count: number,
) =>
  peopleOf(
    group,
    `${subject} ${label}`,
    {
      in_subject,
      score_from: from_milli / 1000,
      // The highest band holds the full mark.
      ...(closed ? {} : { score_to: to_milli / 1000 }),
    },
    count,
  )

export const reportScoreSegments = segmentReport.list
export const exportSegments = segmentReport.export
