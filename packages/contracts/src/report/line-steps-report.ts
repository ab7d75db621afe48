import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { EVERYBODY, nearLineOf, peopleOf } from './drills.ts'
import { lineCommon, lineFilters, lineFrame } from './line-report.ts'
import { stepColumns, StepRow } from './line-steps.ts'
import { stepSentences } from './sentences-of-groups.ts'
import { lineOverviewSentences } from './sentences.ts'
import { Est, filters, frame } from './shapes.ts'

/** 分档上线: all lines at once, cumulative and between them. @source reports P10 */
export const stepLineReport = defineReport({
  key: 'line_type2',
  title: '分档上线',
  path: '/v1/scorereport/line/type2',
  exportPath: '/v1/scorereport/line/type2/export',
  summary: '各班在各条总分线上的累计与本档人数、比例',
  of: 'total',
  query: Type.Object(lineCommon),
  reply: Type.Object({ ...frame, ...lineFrame, rows: Type.Array(StepRow) }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, lines }) => stepSentences(rows, lines, 'line_type2'),
  columns: ({ lines, rows }) => stepColumns(lines, rows),
  charts: ({ rows, lines }): ChartData[] =>
    lines.length === 0
      ? []
      : [
          {
            kind: 'stacked100',
            title: '各班分档构成',
            xTitle: '班级',
            yTitle: '占总分完整的人数',
            figure: 'rate',
            labels: rows.map(({ group }) => group.name),
            series: [
              ...lines.map(({ name }, index) => ({
                name,
                values: rows.map(({ cells, n }) =>
                  n === 0 ? null : (cells[index]?.band ?? 0) / n,
                ),
              })),
              {
                name: '未上线',
                values: rows.map(({ cells, n }) =>
                  n === 0 ? null : (n - (cells.at(-1)?.on ?? 0)) / n,
                ),
              },
            ],
          },
        ],
})

const OverviewRow = Type.Object({
  name: Type.String(),
  total_milli: MilliScore,
  n: Type.Integer(),
  on: Type.Integer(),
  rate: Ratio,
  lo: nullable(Type.Number()),
  hi: nullable(Type.Number()),
  push: Type.Integer(),
  hold: Type.Integer(),
  /** Change of the share on the line since the exam compared with, among those who sat both. */
  delta: nullable(Est),
  /** Of them: on it now and not then, then and not now. */
  gained: nullable(Type.Integer()),
  lost: nullable(Type.Integer()),
  /** Subjects in which most of those on the line are not on the subject's, the worst first. */
  drag: Type.Array(
    Type.Object({ subject_id: Id, subject_name: Type.String(), mismatch: Type.Integer() }),
  ),
})
export type LineOverviewRow = Static<typeof OverviewRow>

/** 上线概览: each line, how many are on it and how many nearly. @source reports P10 */
export const lineOverviewReport = defineReport({
  key: 'line_overview',
  title: '上线概览',
  path: '/v1/scorereport/line/overview',
  exportPath: '/v1/scorereport/line/overview/export',
  summary: '各条线的上线人数与比例、线下与线上临界人数、最拖后腿的科目',
  of: 'total',
  query: Type.Object({
    ...lineCommon,
    method: lineFilters.method,
    compare_exam_id: filters.compare_exam_id,
  }),
  reply: Type.Object({
    ...frame,
    ...lineFrame,
    below_milli: MilliScore,
    above_milli: MilliScore,
    compared: nullable(Type.Object({ exam_id: Id, exam_name: Type.String() })),
    rows: Type.Array(OverviewRow),
  }),
  rows: ({ rows }) => rows,
  sentences: (reply) => lineOverviewSentences(reply, 'line_overview'),
  columns: ({ compared, below_milli, above_milli }): ReportColumn<LineOverviewRow>[] => [
    { key: 'name', title: '线', kind: 'text', frozen: true, width: 148, value: ({ name }) => name },
    { key: 'total_milli', title: '总分线', kind: 'milli', value: (row) => row.total_milli },
    {
      key: 'n',
      title: '人数',
      kind: 'count',
      formula: '总分完整的人数',
      rule: 'DR 14',
      value: ({ n }) => n,
    },
    {
      key: 'on',
      title: '上线',
      kind: 'count',
      formula: '总分不低于线的人数',
      rule: 'DR 14',
      value: ({ on }) => on,
      drill: ({ name, total_milli, on }) =>
        peopleOf(EVERYBODY, `${name}上线`, { score_from: total_milli / 1000 }, on),
    },
    {
      key: 'rate',
      title: '上线率',
      kind: 'ratio',
      formula: '上线 ÷ 人数',
      rule: 'DR 14',
      value: ({ rate }) => rate,
    },
    ...(compared ? comparedColumns(compared.exam_name) : []),
    {
      key: 'push',
      title: '线下临界',
      kind: 'count',
      width: 88,
      formula: `总分低于线、差距不超过 ${below_milli / 1000} 分的人数`,
      rule: 'DR 14.2',
      value: ({ push }) => push,
      drill: ({ name, total_milli, push }) =>
        nearLineOf(
          EVERYBODY,
          `${name}线下临界`,
          { line_total: total_milli / 1000, list: 'push' },
          push,
        ),
    },
    {
      key: 'hold',
      title: '线上临界',
      kind: 'count',
      width: 88,
      formula: `总分在线上、高出不到 ${above_milli / 1000} 分的人数`,
      rule: 'DR 14.2',
      value: ({ hold }) => hold,
      drill: ({ name, total_milli, hold }) =>
        nearLineOf(
          EVERYBODY,
          `${name}线上临界`,
          { line_total: total_milli / 1000, list: 'hold' },
          hold,
        ),
    },
    {
      key: 'drag',
      title: '错位最多的科目',
      kind: 'text',
      width: 220,
      formula: '总分上线而该科未上线的人数最多的三科',
      rule: 'DR 14',
      value: ({ drag }) =>
        drag.map(({ subject_name, mismatch }) => `${subject_name} ${mismatch} 人`).join('，'),
    },
  ],
  charts: ({ rows }): ChartData[] =>
    rows.length === 0
      ? []
      : [
          {
            kind: 'dots',
            title: '各条线的上线率',
            xTitle: '线',
            yTitle: '上线率',
            figure: 'rate',
            labels: rows.map(({ name }) => name),
            series: [
              {
                name: '上线率',
                values: rows.map(({ rate: { num, den } }) => (den === 0 ? null : num / den)),
                lo: rows.map(({ lo }) => lo),
                hi: rows.map(({ hi }) => hi),
              },
            ],
            interval: 95,
          },
        ],
})

/** How many came to a line and fell from it since an earlier exam. */
const comparedColumns = (examName: string): ReportColumn<LineOverviewRow>[] => [
  {
    key: 'delta',
    title: '上线率变化',
    group: `与${examName}相比`,
    kind: 'est',
    width: 172,
    signed: true,
    formula:
      '两场都参加的人：本次上线率 − 那次上线率，区间按同一批人前后配对；那次的线取该场所设的同名分数线，没有的按同样的比例',
    rule: 'DR 15',
    value: (row) => row.delta,
  },
  {
    key: 'gained',
    title: '新上线',
    group: `与${examName}相比`,
    kind: 'count',
    formula: '那次未上线、本次上线的人数',
    rule: 'DR 15',
    value: (row) => row.gained,
  },
  {
    key: 'lost',
    title: '掉线',
    group: `与${examName}相比`,
    kind: 'count',
    formula: '那次上线、本次未上线的人数',
    rule: 'DR 15',
    value: (row) => row.lost,
  },
]

export const reportStepLines = stepLineReport.list
export const exportStepLines = stepLineReport.export
export const reportLineOverview = lineOverviewReport.list
export const exportLineOverview = lineOverviewReport.export
