import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { answersOf, subjectIdIn } from './drills.ts'
import { Figure, Item, questionQuery } from './question-item.ts'
import { choiceSentences } from './sentences-of-groups.ts'
import { frame } from './shapes.ts'

const ChoiceRow = Type.Object({
  ...Item,
  option: Type.String(),
  is_key: Type.Boolean(),
  n: Type.Integer(),
  count: Type.Integer(),
  ratio: Ratio,
  mean_total_milli: Figure,
  se_milli: Figure,
  /** Shares of the upper and lower 27 % that chose it. */
  top: Figure,
  bottom: Figure,
  r: Figure,
  flag: Type.String(),
})
export type ChoiceRow = Static<typeof ChoiceRow>
const Bands = Type.Object({
  no: Type.String(),
  /** Share of each option in each fifth of the totals, the lowest first. */
  options: Type.Array(
    Type.Object({ option: Type.String(), is_key: Type.Boolean(), shares: Type.Array(Figure) }),
  ),
})

/** 选项分析: who chose what, and how good those are. @source reports P07; domain rules 11 */
export const choiceReport = defineReport({
  key: 'question_choice',
  title: '选项分析',
  path: '/v1/scorereport/question/choice',
  exportPath: '/v1/scorereport/question/choice/export',
  summary: '客观题选项分析：各选项人数、选择者均分、前后 27% 的选择率、与总分相关、干扰项标记',
  of: 'subject',
  query: Type.Object(questionQuery),
  reply: Type.Object({
    ...frame,
    rows: Type.Array(ChoiceRow),
    /** In the order of the questions. */
    bands: Type.Array(Bands),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows }) => choiceSentences(rows, 'question_choice'),
  columns: ({ subjects, footer }): ReportColumn<ChoiceRow>[] => [
    { key: 'no', title: '题号', kind: 'text', frozen: true, width: 72, value: ({ no }) => no },
    {
      key: 'option',
      title: '选项',
      kind: 'text',
      frozen: true,
      width: 64,
      value: ({ option }) => option,
    },
    {
      key: 'is_key',
      title: '答案',
      kind: 'text',
      width: 60,
      value: ({ is_key }) => (is_key ? '✓' : ''),
    },
    {
      key: 'count',
      title: '人数',
      kind: 'count',
      value: ({ count }) => count,
      drill: ({ no, option }) => answersOf(null, no, subjectIdIn({ subjects, footer }), { option }),
    },
    {
      key: 'ratio',
      title: '选择率',
      kind: 'ratio',
      formula: '选择该项的人数 ÷ 实考人数；多选题一人可计入多项',
      rule: 'DR 11',
      value: ({ ratio }) => ratio,
    },
    {
      key: 'mean_total_milli',
      title: '选择者均分',
      kind: 'milli',
      width: 96,
      formula: '选择该项的人的本科得分之均值',
      rule: 'DR 11',
      value: (row) => row.mean_total_milli,
    },
    {
      key: 'se_milli',
      title: '标准误',
      kind: 'milli',
      formula: '选择者得分的标准差 ÷ √人数',
      rule: 'P07',
      value: (row) => row.se_milli,
    },
    {
      key: 'top',
      title: '前 27%',
      kind: 'rate',
      formula: '本科得分前 27% 的人中选择该项的比例，同分者均摊',
      rule: 'DR 11',
      value: ({ top }) => top,
    },
    {
      key: 'bottom',
      title: '后 27%',
      kind: 'rate',
      formula: '本科得分后 27% 的人中选择该项的比例，同分者均摊',
      rule: 'DR 11',
      value: ({ bottom }) => bottom,
    },
    {
      key: 'r',
      title: '相关',
      kind: 'index',
      formula: '选择该项与本科得分的相关系数；正确答案应为正，干扰项应为负',
      rule: 'DR 11',
      value: ({ r }) => r,
    },
    { key: 'flag', title: '标记', kind: 'text', width: 220, value: ({ flag }) => flag },
  ],
  sheets: ({ bands }) => [
    sheetOf(
      '各分数段选择率',
      optionShareColumns,
      bands.flatMap(({ no, options }) => options.map((option) => ({ no, ...option }))),
    ),
  ],
})

const FIFTHS = ['最低 20%', '次低 20%', '中间 20%', '次高 20%', '最高 20%']
type OptionBand = Static<typeof Bands>
type OptionShares = Pick<OptionBand, 'no'> & OptionBand['options'][number]

const optionShareColumns: ReportColumn<OptionShares>[] = [
  { key: 'no', title: '题号', kind: 'text', frozen: true, value: ({ no }) => no },
  { key: 'option', title: '选项', kind: 'text', frozen: true, value: ({ option }) => option },
  { key: 'is_key', title: '答案', kind: 'text', value: ({ is_key }) => (is_key ? '✓' : '') },
  ...FIFTHS.map((title, at) => ({
    key: `share:${at}`,
    title,
    group: '得分从低到高的五分之一',
    kind: 'rate' as const,
    value: ({ shares }: OptionShares) => shares[at] ?? null,
  })),
]

/** Share of each option from the lowest to the highest fifth of the totals: a good distractor falls. */
export const optionCurve = ({ no, options }: OptionBand): ChartData => ({
  kind: 'lines',
  title: `第 ${no} 题：各分数段的选择率`,
  xTitle: '得分从低到高的五分之一',
  yTitle: '选择率',
  figure: 'rate',
  labels: FIFTHS,
  series: options.map(({ option, is_key, shares }) => ({
    name: is_key ? `${option}（答案）` : option,
    values: shares,
  })),
})

export const reportChoices = choiceReport.list
export const exportChoices = choiceReport.export
