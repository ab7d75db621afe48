import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { lineCommon, lineFilters, lineFrame } from './line-report.ts'
import { frame, Group } from './shapes.ts'

const Step = Type.Object({
  on: Type.Integer(),
  rate: Ratio,
  /** On this line and not on the next higher one. */
  band: Type.Integer(),
  band_rate: Ratio,
})
const StepRow = Type.Object({
  group: Group,
  n: Type.Integer(),
  cells: Type.Array(Step),
  is_reference: Type.Boolean(),
})
export type LineStepRow = Static<typeof StepRow>

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
  columns: ({ lines }): ReportColumn<LineStepRow>[] => [
    {
      key: 'group',
      title: '班级',
      kind: 'text',
      frozen: true,
      width: 128,
      value: ({ group }) => group.name,
    },
    {
      key: 'n',
      title: '人数',
      kind: 'count',
      width: 72,
      formula: '总分完整的人数',
      rule: 'DR 14',
      value: ({ n }) => n,
    },
    ...lines.flatMap(({ name, total_milli }, index): ReportColumn<LineStepRow>[] => [
      {
        key: `on:${index}`,
        title: '累计',
        group: name,
        kind: 'count',
        formula: `总分不低于 ${total_milli / 1000} 分的人数`,
        rule: 'DR 14',
        value: ({ cells }) => cells[index]?.on ?? 0,
      },
      {
        key: `rate:${index}`,
        title: '上线率',
        group: name,
        kind: 'ratio',
        formula: '累计 ÷ 人数',
        rule: 'DR 14',
        value: ({ cells }) => cells[index]?.rate ?? null,
      },
      {
        key: `band:${index}`,
        title: '本档',
        group: name,
        kind: 'count',
        formula: '在这条线上、不到上一条线的人数',
        rule: 'P10',
        value: ({ cells }) => cells[index]?.band ?? 0,
      },
      {
        key: `band_rate:${index}`,
        title: '本档率',
        group: name,
        kind: 'ratio',
        value: ({ cells }) => cells[index]?.band_rate ?? null,
      },
    ]),
  ],
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
  /** Subject in which most of those on the line are not on the subject's. */
  drag: Type.String(),
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
  query: Type.Object({ ...lineCommon, method: lineFilters.method }),
  reply: Type.Object({ ...frame, ...lineFrame, rows: Type.Array(OverviewRow) }),
  rows: ({ rows }) => rows,
  columns: (): ReportColumn<LineOverviewRow>[] => [
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
    { key: 'on', title: '上线', kind: 'count', value: ({ on }) => on },
    {
      key: 'rate',
      title: '上线率',
      kind: 'ratio',
      formula: '上线 ÷ 人数',
      rule: 'DR 14',
      value: ({ rate }) => rate,
    },
    {
      key: 'push',
      title: '线下临界',
      kind: 'count',
      width: 88,
      formula: '总分低于线、差距不超过 20 分的人数',
      rule: 'DR 14.2',
      value: ({ push }) => push,
    },
    {
      key: 'hold',
      title: '线上临界',
      kind: 'count',
      width: 88,
      formula: '总分在线上、高出不到 10 分的人数',
      rule: 'DR 14.2',
      value: ({ hold }) => hold,
    },
    {
      key: 'drag',
      title: '错位最多的科目',
      kind: 'text',
      width: 180,
      formula: '总分上线而该科未上线的人数最多的科目',
      rule: 'DR 14',
      value: ({ drag }) => drag,
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

export const reportStepLines = stepLineReport.list
export const exportStepLines = stepLineReport.export
export const reportLineOverview = lineOverviewReport.list
export const exportLineOverview = lineOverviewReport.export
