import { type ChartData, signedFigureText } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { Figure, Item, questionQuery } from './question-item.ts'
import { questionSplitSentences } from './sentences-of-groups.ts'
import { Est, frame, Group } from './shapes.ts'

const SplitRow = Type.Object({
  ...Item,
  /** In the order of `splits`. */
  rates: Type.Array(Figure),
  /** Rate of the upper 27 % less that of the lower. */
  gap: Est,
  /** Of the splits after the first three: rate less that of all others, and how many the question counts for. */
  gaps: Type.Array(Est),
  dif: nullable(Type.Object({ alpha: Figure, delta: Figure, chi2: Figure, klass: Type.String() })),
  /** Of each class: its rate against the reference's, less the same of the whole paper. */
  /** Of the question over those that classes are compared with. */
  distinction: Figure,
  own_factor: Type.Array(Figure),
})
export type QuestionSplitRow = Static<typeof SplitRow>

const LISTED = 5
/** Splits that are parts by the score; they come first. */
const PARTS = 3
const HOW_SPLIT = {
  part: '按本科得分分为前 27%、中间、后 27%，同分者均摊',
  combo: '同一选科组合的考生在该题的得分之和 ÷（满分 × 人数）',
  sex: '按学生档案中的性别；未登记的不列',
  level: '按本版本的等级方案由本科得分分等',
} as const
const HOW_INTERVAL = '括号内为 Newcombe 95% 区间，多分题按得分率与人数计，偏宽'

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
  summary:
    '每题在高、中、低分组、选科组合、性别与等级各组的得分率及与其余人之差，各班内在表现，联考中的 DIF',
  of: 'subject',
  query: Type.Object(questionQuery),
  reply: Type.Object({
    ...frame,
    /** Upper 27 %, middle, lower 27 %; then those who chose the same subjects, the sexes, and the levels. */
    splits: Type.Array(
      Type.Object({
        name: Type.String(),
        n: Type.Number(),
        kind: Type.Enum(['part', 'combo', 'sex', 'level']),
      }),
    ),
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
    ...splits.map(({ name, kind }, index): ReportColumn<QuestionSplitRow> => ({
      key: `split:${name}`,
      title: name,
      group: '得分率',
      kind: 'rate',
      width: 92,
      extra: kind === 'level',
      formula: HOW_SPLIT[kind],
      rule: kind === 'part' ? 'DR 11' : 'P07',
      value: ({ rates }) => rates[index] ?? null,
    })),
    {
      key: 'gap',
      title: '高低差',
      kind: 'est',
      figure: 'index',
      width: 148,
      formula: `高分组得分率 − 低分组得分率，即区分度；不足 10 人不计算；${HOW_INTERVAL}`,
      rule: 'DR 11、R8',
      value: ({ gap }) => gap,
    },
    ...splits.slice(PARTS).flatMap(({ name, kind }, index): ReportColumn<QuestionSplitRow>[] =>
      // Levels go by the score: that the upper ones do better is no finding.
      kind === 'level'
        ? []
        : [
            {
              key: `gap:${name}`,
              title: name,
              group: '与其余人之差',
              kind: 'est',
              figure: 'index',
              width: 148,
              formula: `该组得分率 − 所列其余考生得分率；${HOW_INTERVAL}`,
              rule: 'R8',
              value: ({ gaps }) => gaps[index] ?? null,
            },
            {
              key: `n:${name}`,
              title: name,
              group: '计入人数',
              kind: 'count',
              extra: true,
              value: ({ gaps }) => gaps[index]?.n ?? null,
            },
          ],
    ),
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
      series: splits.slice(0, PARTS).map(({ name }, index) => ({
        name,
        values: rows.map(({ rates }) => rates[index] ?? null),
      })),
    },
  ],
})

export const reportQuestionSplit = questionSplitReport.list
export const exportQuestionSplit = questionSplitReport.export
