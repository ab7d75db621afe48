import { type ChartData, figureText } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { answersOf, subjectIdIn } from './drills.ts'
import { itemSentences } from './sentences.ts'
import { filters, frame } from './shapes.ts'

const Figure = nullable(Type.Number())

const Row = Type.Object({
  question_id: Id,
  no: Type.String(),
  type_name: Type.String(),
  /** Knowledge points that the sheet names. */
  points: Type.Array(Type.String()),
  objective: Type.Boolean(),
  full_milli: MilliScore,
  mean_milli: Figure,
  rate: Ratio,
  difficulty: Figure,
  distinction: Figure,
  /** Correlation with the rest of the total. */
  r_rest: Figure,
  sd_milli: Figure,
  full_count: nullable(Type.Integer()),
  zero_count: nullable(Type.Integer()),
  /** Who wrote nothing, of those whom the question counts for; their zeros are among the zeros. */
  omitted: Ratio,
  /** Whose paper ended as misconduct or void: in none of the figures of the question. */
  no_mark: Type.Integer(),
  alpha_without: Figure,
  weight_intended: Figure,
  weight_effective: Figure,
  efficiency: Figure,
  /** What deserves a look, with the figure that says so. */
  flags: Type.Array(Type.Object({ code: Type.String(), text: Type.String(), value: Figure })),
  /** Rate by tenths of the total, from the lowest. */
  curve: Type.Array(Type.Object({ band: Type.String(), n: Type.Integer(), rate: Ratio })),
  by_class: Type.Array(Ratio),
  key: nullable(Type.String()),
  options: Type.Array(Type.Object({ option: Type.String(), count: Type.Integer(), ratio: Ratio })),
})
export type ItemRow = Static<typeof Row>

interface FlagRow {
  no: string
  text: string
  value: number | null
}
const FLAG_COLUMNS: ReportColumn<FlagRow>[] = [
  { key: 'no', title: '题号', kind: 'text', frozen: true, value: ({ no }) => no },
  { key: 'text', title: '标记', kind: 'text', width: 320, value: ({ text }) => text },
  { key: 'value', title: '指标', kind: 'index', value: ({ value }) => value },
]

/** Orders that the questions may be listed in. @source reports P06 */
export const ITEM_ORDERS = ['no', 'rate', 'distinction', 'r_rest', 'efficiency', 'omitted'] as const

const shareOf = ({ num, den }: Static<typeof Ratio>): number | null =>
  den === 0 ? null : num / den

/** 小题×班级: the rate of each class in each question, and how far it lies from that of all listed. */
const byClassColumns = (
  classes: readonly { class_id: number; class_name: string }[],
): ReportColumn<ItemRow>[] => [
  { key: 'no', title: '题号', kind: 'text', frozen: true, value: ({ no }) => no },
  { key: 'full_milli', title: '满分', kind: 'milli', value: (row) => row.full_milli },
  { key: 'rate', title: '得分率', kind: 'ratio', value: ({ rate }) => rate },
  ...classes.map(({ class_id, class_name }, index): ReportColumn<ItemRow> => ({
    key: `class:${class_id}`,
    title: class_name,
    group: '各班得分率',
    kind: 'ratio',
    value: ({ by_class }) => by_class[index] ?? null,
  })),
  ...classes.map(({ class_id, class_name }, index): ReportColumn<ItemRow> => ({
    key: `delta:${class_id}`,
    title: class_name,
    group: '与全体差',
    kind: 'rate',
    signed: true,
    heat: true,
    value: ({ by_class, rate }) => {
      const own = by_class[index]
      const [here, all] = [own ? shareOf(own) : null, shareOf(rate)]
      return here === null || all === null ? null : here - all
    },
  })),
]

/** 小题分析: how hard, how telling, and where the classes differ. @source reports P06 */
export const itemReport = defineReport({
  key: 'little',
  title: '小题得分率',
  path: '/v1/scorereport/little/list',
  exportPath: '/v1/scorereport/little/export',
  summary: '小题分析：得分率、难度、区分度、题总相关、权重与区分效率、标记、各班得分率、选项分布',
  of: 'subject',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    flag: Type.Optional(
      Type.Union([Type.Literal('all'), Type.Literal('only')], {
        default: 'all',
        description: 'only：只列有标记的题',
      }),
    ),
    type: Type.Optional(Type.String({ maxLength: 20, description: '只列这一题型' })),
    point: Type.Optional(Type.String({ maxLength: 60, description: '只列这一知识点的题' })),
    sort: Type.Optional(
      Type.Enum(ITEM_ORDERS, {
        default: 'no',
        description:
          '排列：按题号；得分率、区分度、题总相关、区分效率从低到高，未作答率从高到低，没有的在最后',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    /** The classes that `by_class` is of. */
    shown_classes: Type.Array(Type.Object({ class_id: Id, class_name: Type.String() })),
    paper: Type.Object({
      n: Type.Integer(),
      mean_milli: Figure,
      sd_milli: Figure,
      difficulty: Figure,
      alpha: Figure,
      sem_milli: Figure,
      /** Candidates with a paper that ended as misconduct or void: in none of these figures. */
      no_mark: Type.Integer(),
    }),
    /** Kinds of question and knowledge points that there are, whichever is asked for. */
    types: Type.Array(Type.String()),
    points: Type.Array(Type.String()),
    rows: Type.Array(Row),
  }),
  rows: ({ rows }) => rows,
  sheets: ({ rows, shown_classes: classes }) => {
    const flags = rows.flatMap(({ no, flags: own }) => own.map((flag) => ({ no, ...flag })))
    return [
      ...(classes.length === 0 ? [] : [sheetOf('小题×班级', byClassColumns(classes), rows)]),
      ...(flags.length === 0 ? [] : [sheetOf('标记', FLAG_COLUMNS, flags)]),
    ]
  },
  sentences: ({ rows, paper, footer }) => itemSentences(rows, paper, footer.subject_name, 'little'),
  figures: ({ paper }) => [
    { label: '人数', text: String(paper.n) },
    { label: '均分', text: figureText(paper.mean_milli, 'milli') },
    { label: '标准差', text: figureText(paper.sd_milli, 'milli') },
    { label: '难度', text: figureText(paper.difficulty, 'index') },
    { label: '信度 α', text: figureText(paper.alpha, 'index') },
    { label: '测量标准误', text: figureText(paper.sem_milli, 'milli') },
  ],
  columns: ({ paper, subjects, footer, points }): ReportColumn<ItemRow>[] => [
    { key: 'no', title: '题号', kind: 'text', frozen: true, width: 72, value: ({ no }) => no },
    { key: 'type_name', title: '题型', kind: 'text', width: 88, value: (row) => row.type_name },
    ...(points.length === 0
      ? []
      : [
          {
            key: 'points',
            title: '知识点',
            kind: 'text' as const,
            width: 160,
            value: (row: ItemRow) => row.points.join('、'),
          },
        ]),
    { key: 'full_milli', title: '满分', kind: 'milli', width: 64, value: (row) => row.full_milli },
    {
      key: 'mean_milli',
      title: '均分',
      group: '得分',
      kind: 'milli',
      width: 72,
      formula: '得分之和 ÷ 应答人数',
      rule: 'DR 11',
      value: (row) => row.mean_milli,
      drill: ({ no }) => answersOf(null, no, subjectIdIn({ subjects, footer })),
    },
    {
      key: 'rate',
      title: '得分率',
      group: '得分',
      kind: 'ratio',
      width: 300,
      formula: '得分之和 ÷（满分 × 应答人数）',
      rule: 'DR 11',
      value: ({ rate }) => rate,
      drill: ({ no }) => answersOf(null, no, subjectIdIn({ subjects, footer })),
    },
    {
      key: 'sd_milli',
      title: '标准差',
      group: '得分',
      kind: 'milli',
      width: 72,
      formula: '总体标准差（÷N）',
      rule: 'DR 11',
      value: (row) => row.sd_milli,
    },
    {
      key: 'full_count',
      title: '满分人数',
      group: '得分',
      kind: 'count',
      value: (row) => row.full_count,
      drill: ({ no }) => answersOf(null, no, subjectIdIn({ subjects, footer }), { marks: 'full' }),
    },
    {
      key: 'zero_count',
      title: '零分人数',
      group: '得分',
      kind: 'count',
      value: (row) => row.zero_count,
      drill: ({ no }) => answersOf(null, no, subjectIdIn({ subjects, footer }), { marks: 'zero' }),
    },
    {
      key: 'omitted',
      title: '未作答率',
      group: '得分',
      kind: 'ratio',
      formula: '没有填涂，或作答区经确认为空白的人数 ÷ 应答人数；他们得 0 分，也计入零分人数',
      rule: 'DR 6.1',
      value: ({ omitted }) => omitted,
      drill: ({ no }) => answersOf(null, no, subjectIdIn({ subjects, footer }), { marks: 'blank' }),
    },
    ...(paper.no_mark > 0
      ? [
          {
            key: 'no_mark',
            title: '违纪或作废',
            group: '得分',
            kind: 'count' as const,
            formula: '本题按违纪或作废处理的人数；不计入本题各项',
            rule: 'DR 6.2',
            value: (row: ItemRow) => row.no_mark,
          },
        ]
      : []),
    {
      key: 'difficulty',
      title: '难度',
      group: '质量',
      kind: 'index',
      width: 64,
      formula: '均分 ÷ 满分，越高越易；0.70 以上易，0.40 以下难',
      rule: 'DR 11',
      value: (row) => row.difficulty,
    },
    {
      key: 'distinction',
      title: '区分度',
      group: '质量',
      kind: 'index',
      width: 72,
      formula: '总分前 27% 与后 27% 的得分率之差，同分者均摊；0.40 以上很好，低于 0.20 差',
      rule: 'DR 11',
      value: (row) => row.distinction,
    },
    {
      key: 'r_rest',
      title: '题总相关',
      group: '质量',
      kind: 'index',
      width: 84,
      formula: '本题得分与其余各题总分的相关系数',
      rule: 'DR 11',
      value: (row) => row.r_rest,
    },
    {
      key: 'alpha_without',
      title: '删题后 α',
      group: '质量',
      kind: 'index',
      width: 84,
      formula: '去掉本题后的 Cronbach α；高于全卷 α 说明本题降低信度',
      rule: 'DR 11',
      value: (row) => row.alpha_without,
    },
    {
      key: 'weight_intended',
      title: '计划权重',
      group: '权重',
      kind: 'rate',
      formula: '本题满分 ÷ 全卷满分',
      rule: 'R20',
      value: (row) => row.weight_intended,
    },
    {
      key: 'weight_effective',
      title: '实际权重',
      group: '权重',
      kind: 'rate',
      formula: 'cov（本题, 总分）÷ 总分方差',
      rule: 'R20',
      value: (row) => row.weight_effective,
    },
    {
      key: 'efficiency',
      title: '区分效率',
      group: '权重',
      kind: 'rate',
      formula: 'cov（本题, 其余总分）÷ 两者都排序后的最大值',
      rule: 'R20',
      value: ({ efficiency }) => efficiency,
    },
    {
      key: 'flags',
      title: '标记',
      kind: 'text',
      width: 200,
      formula:
        '区分度为负或低于 0.20，难度过高或过低，未作答率高于 15%，区分效率低于 0.15，实际权重与计划权重相差一倍以上，干扰项异常，主观题只有满分和零分，三评率超过各题组中位数三倍，DIF 为 C 级',
      rule: 'R21',
      value: ({ flags }) => flags.map(({ text }) => text).join('；'),
    },
    { key: 'key', title: '答案', kind: 'text', width: 64, value: ({ key }) => key ?? '' },
  ],
  charts: ({ rows, footer, paper }): ChartData[] => {
    const points = rows.filter((row) => row.difficulty !== null && row.distinction !== null)
    return [
      {
        kind: 'scatter',
        title: `${footer.subject_name}难度与区分度`,
        xTitle: '难度',
        yTitle: '区分度',
        figure: 'index',
        pointTitle: '题号',
        labels: points.map(({ no }) => no),
        series: [
          { name: '难度', values: points.map(({ difficulty }) => difficulty) },
          { name: '区分度', values: points.map(({ distinction }) => distinction) },
        ],
        references: [
          { value: 0.7, label: '易', axis: 'x' },
          { value: 0.2, label: '差', axis: 'y' },
        ],
        quadrants: ['偏难，区分良好', '较易，区分良好', '偏难，请核对', '较易，区分差'],
        n: paper.n,
      },
    ]
  },
})

export const reportItems = itemReport.list
export const exportItems = itemReport.export
