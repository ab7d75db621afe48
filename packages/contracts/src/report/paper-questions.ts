import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'

const Figure = nullable(Type.Number())

/** A question of the paper, and how hard it was planned to be by its points. */
export const PaperQuestion = Type.Object({
  question_id: Id,
  no: Type.String(),
  type_name: Type.String(),
  points: Type.Array(Type.String()),
  full_milli: MilliScore,
  difficulty: Figure,
  distinction: Figure,
  /** Correlation with the rest of the paper. */
  r_rest: Figure,
  alpha_without: Figure,
  flags: Type.Array(Type.String()),
})
export type PaperQuestion = Static<typeof PaperQuestion>

/** 易, 中 or 难 by the bands of the rules; nothing where too few answered. @source domain rules 11 */
const bandName = (difficulty: number | null): string =>
  difficulty === null ? '' : difficulty >= 0.7 ? '易' : difficulty >= 0.4 ? '中' : '难'

/** 题目: every question of the paper, as a table below it and a sheet of its workbook. @source reports P13 */
export const paperQuestionColumns = (
  rows: readonly PaperQuestion[],
): ReportColumn<PaperQuestion>[] => [
  { key: 'no', title: '题号', kind: 'text', frozen: true, width: 72, value: ({ no }) => no },
  { key: 'type_name', title: '题型', kind: 'text', width: 96, value: (row) => row.type_name },
  ...(rows.some(({ points }) => points.length > 0)
    ? [
        {
          key: 'points',
          title: '知识点',
          kind: 'text' as const,
          width: 160,
          value: ({ points }: PaperQuestion) => points.join('、'),
        },
      ]
    : []),
  { key: 'full_milli', title: '满分', kind: 'milli', width: 64, value: (row) => row.full_milli },
  {
    key: 'difficulty',
    title: '难度',
    kind: 'index',
    formula: '均分 ÷ 满分；0.70 以上为易，0.40 以下为难',
    rule: 'DR 11',
    value: ({ difficulty }) => difficulty,
  },
  {
    key: 'band',
    title: '易中难',
    kind: 'text',
    width: 72,
    value: ({ difficulty }) => bandName(difficulty),
  },
  {
    key: 'distinction',
    title: '区分度',
    kind: 'index',
    formula: '总分前 27% 与后 27% 的得分率之差，同分均摊',
    rule: 'DR 11',
    value: ({ distinction }) => distinction,
  },
  {
    key: 'r_rest',
    title: '题总相关',
    kind: 'index',
    width: 84,
    formula: '该题得分与其余各题得分之和的相关系数',
    rule: 'DR 11',
    value: ({ r_rest }) => r_rest,
  },
  {
    key: 'alpha_without',
    title: '删题后 α',
    kind: 'index',
    width: 84,
    formula: '去掉该题后全卷的 Cronbach α',
    rule: 'DR 11',
    value: (row) => row.alpha_without,
  },
  {
    key: 'flags',
    title: '标记',
    kind: 'text',
    width: 300,
    formula: '需要留意的指标，见小题分析',
    rule: 'R21',
    value: ({ flags }) => flags.join('；'),
  },
]
