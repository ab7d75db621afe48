import { type ChartData, signedFigureText } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { answersOf, subjectIdIn } from './drills.ts'
import {
  choiceSentences,
  questionDetailSentences,
  questionSplitSentences,
} from './sentences-of-groups.ts'
import { filters, frame, Group } from './shapes.ts'

const Figure = nullable(Type.Number())
const Item = {
  question_id: Id,
  no: Type.String(),
  type_name: Type.String(),
  full_milli: MilliScore,
}
const query = {
  exam_id: filters.exam_id,
  version: filters.version,
  subject_id: filters.subject_id,
  school_id: filters.school_id,
  class_id: filters.class_id,
}

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
  query: Type.Object(query),
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
})

const Cell = Type.Object({
  n: Type.Integer(),
  mean_milli: Figure,
  rate: Ratio,
  /** Rate minus that of the reference. */
  delta: Figure,
  /** Standard error of the rate. */
  se: Figure,
  full_count: nullable(Type.Integer()),
  zero_count: nullable(Type.Integer()),
})
const DetailRow = Type.Object({ ...Item, reference: Figure, cells: Type.Array(Cell) })
export type QuestionDetailRow = Static<typeof DetailRow>

/** 小题×班级: how each class did in each question, beside the others. @source reports P06 */
export const questionDetailReport = defineReport({
  key: 'question_detail',
  title: '小题×班级',
  path: '/v1/scorereport/question/detail',
  exportPath: '/v1/scorereport/question/export',
  summary: '每题各班的得分率、与参照之差、满分与零分人数',
  of: 'subject',
  query: Type.Object(query),
  reply: Type.Object({
    ...frame,
    groups: Type.Array(Group),
    reference_name: Type.String(),
    rows: Type.Array(DetailRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, groups }) => questionDetailSentences(rows, groups, 'question_detail'),
  columns: ({ groups, reference_name, subjects, footer }): ReportColumn<QuestionDetailRow>[] => [
    { key: 'no', title: '题号', kind: 'text', frozen: true, width: 72, value: ({ no }) => no },
    { key: 'type_name', title: '题型', kind: 'text', width: 84, value: (row) => row.type_name },
    { key: 'full_milli', title: '满分', kind: 'milli', width: 60, value: (row) => row.full_milli },
    {
      key: 'reference',
      title: reference_name,
      group: '得分率',
      kind: 'rate',
      formula: `${reference_name}在该题的得分之和 ÷（满分 × 人数）`,
      rule: 'DR 11',
      value: ({ reference }) => reference,
    },
    ...groups.map(({ id, name }, index): ReportColumn<QuestionDetailRow> => ({
      key: `rate:${id ?? 0}`,
      title: name,
      group: '得分率',
      kind: 'ratio',
      value: ({ cells }) => cells[index]?.rate ?? null,
      drill: ({ no }) => answersOf(groups[index] ?? null, no, subjectIdIn({ subjects, footer })),
    })),
    ...groups.map(({ id, name }, index): ReportColumn<QuestionDetailRow> => ({
      key: `delta:${id ?? 0}`,
      title: name,
      group: `与${reference_name}差`,
      kind: 'rate',
      heat: true,
      formula: `该班得分率 − ${reference_name}得分率`,
      rule: 'DR 15',
      value: ({ cells }) => cells[index]?.delta ?? null,
    })),
    ...groups.flatMap(({ id, name }, index): ReportColumn<QuestionDetailRow>[] => [
      {
        key: `mean:${id ?? 0}`,
        title: '均分',
        group: name,
        kind: 'milli',
        extra: true,
        value: ({ cells }) => cells[index]?.mean_milli ?? null,
        drill: ({ no }) => answersOf(groups[index] ?? null, no, subjectIdIn({ subjects, footer })),
      },
      {
        key: `full:${id ?? 0}`,
        title: '满分人数',
        group: name,
        kind: 'count',
        extra: true,
        value: ({ cells }) => cells[index]?.full_count ?? null,
        drill: ({ no }) =>
          answersOf(groups[index] ?? null, no, subjectIdIn({ subjects, footer }), {
            marks: 'full',
          }),
      },
      {
        key: `zero:${id ?? 0}`,
        title: '零分人数',
        group: name,
        kind: 'count',
        extra: true,
        value: ({ cells }) => cells[index]?.zero_count ?? null,
        drill: ({ no }) =>
          answersOf(groups[index] ?? null, no, subjectIdIn({ subjects, footer }), {
            marks: 'zero',
          }),
      },
    ]),
  ],
  charts: ({ rows, groups, footer }): ChartData[] => [
    {
      kind: 'matrix',
      title: `${footer.subject_name}各班各题得分率之差`,
      xTitle: '题号',
      yTitle: '班级',
      figure: 'rate',
      labels: rows.map(({ no }) => no),
      series: groups.map(({ name }, index) => ({
        name,
        values: rows.map(({ cells }) => cells[index]?.delta ?? null),
      })),
    },
  ],
})

const SplitRow = Type.Object({
  ...Item,
  /** Rate of the upper 27 %, the middle and the lower 27 %, and of each choice of subjects. */
  rates: Type.Array(Figure),
  gap: Figure,
  dif: nullable(Type.Object({ alpha: Figure, delta: Figure, chi2: Figure, klass: Type.String() })),
  /** Of each class: its rate against the reference's, less the same of the whole paper. */
  /** Of the question over those that classes are compared with. */
  distinction: Figure,
  own_factor: Type.Array(Figure),
})
export type QuestionSplitRow = Static<typeof SplitRow>

const LISTED = 5

/** Of one class, the questions that it does best and worst in beside its own level. @source reports P03 (5) */
function extremesOf(rows: readonly QuestionSplitRow[]): { label: string; text: string }[] {
  const known = rows
    .flatMap(({ no, own_factor: [value] }) => (value == null ? [] : [{ no, value }]))
    .toSorted((a, b) => b.value - a.value)
  const told = (some: typeof known) =>
    some.map(({ no, value }) => `${no}（${signedFigureText(value, 'index')}）`).join('、') || '—'
  return [
    {
      label: '相对擅长的题',
      text: told(known.filter(({ value }) => value > 0).slice(0, LISTED)),
    },
    {
      label: '相对薄弱的题',
      text: told(
        known
          .filter(({ value }) => value < 0)
          .slice(-LISTED)
          .toReversed(),
      ),
    },
  ]
}

/** Of one class: how it does in each question beside its own level, by how well the question tells. @source reports P03 (5) */
function ownFactorChart(
  rows: readonly QuestionSplitRow[],
  groups: readonly { name: string }[],
  subject: string,
): ChartData[] {
  const [group] = groups
  const known = rows.filter(
    ({ own_factor: [value], distinction }) => value != null && distinction !== null,
  )
  if (!group || groups.length > 1 || known.length === 0) return []
  return [
    {
      kind: 'scatter',
      title: `${group.name}${subject}内在表现`,
      xTitle: '区分度',
      yTitle: '内在表现',
      figure: 'index',
      pointTitle: '题号',
      labels: known.map(({ no }) => no),
      series: [
        { name: '区分度', values: known.map(({ distinction }) => distinction) },
        { name: '内在表现', values: known.map(({ own_factor }) => own_factor[0] ?? null) },
      ],
      references: [
        { value: 0, label: '本班水平', axis: 'y' },
        { value: 0.3, label: '区分良好', axis: 'x' },
      ],
    },
  ]
}

/** 试题明细: a question by how good people are, by what they chose, and by class. @source reports P07, R17, R19 */
export const questionSplitReport = defineReport({
  key: 'question_split',
  title: '分组答题',
  path: '/v1/scorereport/question/qsDetail',
  exportPath: '/v1/scorereport/question/qsDetail/export',
  summary: '每题在高、中、低分组与选科组合的得分率，各班内在表现，联考中的 DIF',
  of: 'subject',
  query: Type.Object(query),
  reply: Type.Object({
    ...frame,
    splits: Type.Array(Type.Object({ name: Type.String(), n: Type.Number() })),
    groups: Type.Array(Group),
    /** Whom DIF compares; null where it is not computed. */
    dif_of: nullable(Type.String()),
    rows: Type.Array(SplitRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, splits, dif_of }) =>
    questionSplitSentences(rows, splits, dif_of, 'question_split'),
  columns: ({ splits, groups, dif_of }): ReportColumn<QuestionSplitRow>[] => [
    { key: 'no', title: '题号', kind: 'text', frozen: true, width: 72, value: ({ no }) => no },
    { key: 'type_name', title: '题型', kind: 'text', width: 84, value: (row) => row.type_name },
    { key: 'full_milli', title: '满分', kind: 'milli', width: 60, value: (row) => row.full_milli },
    ...splits.map(({ name }, index): ReportColumn<QuestionSplitRow> => ({
      key: `split:${name}`,
      title: name,
      group: '得分率',
      kind: 'rate',
      width: 92,
      formula: '按本科得分分为前 27%、中间、后 27%，同分者均摊',
      rule: 'DR 11',
      value: ({ rates }) => rates[index] ?? null,
    })),
    {
      key: 'gap',
      title: '高低差',
      kind: 'index',
      formula: '高分组得分率 − 低分组得分率，即区分度；不足 10 人不计算',
      rule: 'DR 11',
      value: ({ gap }) => gap,
    },
    {
      key: 'distinction',
      title: '区分度',
      kind: 'index',
      extra: true,
      formula: '参照范围内前 27% 与后 27% 的得分率之差',
      rule: 'DR 11',
      value: ({ distinction }) => distinction,
    },
    ...(dif_of === null
      ? []
      : [
          {
            key: 'dif',
            title: 'DIF',
            group: dif_of,
            kind: 'text' as const,
            width: 60,
            formula:
              'Mantel–Haenszel：同样总分的人答对的机会是否不同；A 可忽略，B 中等，C 大；两组各至少 100 人，得满分计为答对',
            rule: 'R17',
            value: ({ dif }: QuestionSplitRow) => dif?.klass ?? '',
          },
          {
            key: 'dif_delta',
            title: 'Δ',
            group: dif_of,
            kind: 'index' as const,
            formula: '−2.35 × ln α；负值对该校不利',
            rule: 'R17',
            value: ({ dif }: QuestionSplitRow) => dif?.delta ?? null,
          },
        ]),
    ...groups.map(({ id, name }, index): ReportColumn<QuestionSplitRow> => ({
      key: `own:${id ?? 0}`,
      title: name,
      group: '内在表现',
      kind: 'index',
      width: 96,
      heat: true,
      formula: '（本班该题得分率 − 参照）−（本班全卷得分率 − 参照）；正值为该班相对擅长',
      rule: 'R19',
      value: ({ own_factor }) => own_factor[index] ?? null,
    })),
  ],
  figures: ({ rows, groups }) => (groups.length === 1 ? extremesOf(rows) : []),
  charts: ({ rows, splits, groups, footer }): ChartData[] => [
    ...ownFactorChart(rows, groups, footer.subject_name),
    {
      kind: 'lines',
      title: `${footer.subject_name}各题在高、中、低分组的得分率`,
      xTitle: '题号',
      yTitle: '得分率',
      figure: 'rate',
      labels: rows.map(({ no }) => no),
      series: splits.slice(0, 3).map(({ name }, index) => ({
        name,
        values: rows.map(({ rates }) => rates[index] ?? null),
      })),
    },
  ],
})

export const reportChoices = choiceReport.list
export const exportChoices = choiceReport.export
export const reportQuestionDetail = questionDetailReport.list
export const exportQuestionDetail = questionDetailReport.export
export const reportQuestionSplit = questionSplitReport.list
export const exportQuestionSplit = questionSplitReport.export
