import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, listOf, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { peopleFilters, personColumns } from './people.ts'
import { bookSentences } from './sentences-of-people.ts'
import { filters, frame, Person } from './shapes.ts'

const Row = Type.Object({
  ...Person.properties,
  /** The exam that the question is of: this one, or an earlier one. */
  exam_id: Id,
  exam_name: Type.String(),
  /** Who the student was in that exam. */
  paper_candidate_id: Id,
  question_id: Id,
  no: Type.String(),
  /** Knowledge points that the sheet names. */
  points: Type.Array(Type.String()),
  type_name: Type.String(),
  full_milli: MilliScore,
  score_milli: MilliScore,
  blank: Type.Boolean(),
  letters: nullable(Type.String()),
  key: nullable(Type.String()),
  class_rate: Ratio,
  common: Type.Boolean(),
})
export type BookRow = Static<typeof Row>

/** So many earlier exams a book may hold. */
const MOST_BACK = 5

/** 错题本: what each student lost points in, with the class beside it. @source reports P19; domain rules 18.4 */
export const bookReport = defineReport({
  key: 'book',
  title: '错题本',
  path: '/v1/scorereport/book/list',
  exportPath: '/v1/scorereport/book/export',
  summary: '错题本：每个学生未得满分的客观题与得分率低于界线的主观题，及班级得分率、共性错题',
  of: 'subject',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    subject_id: filters.subject_id,
    threshold: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 60,
        description: '主观题得分率低于百分之几算错题',
      }),
    ),
    common: Type.Optional(
      Type.Enum(['all', 'only'], { default: 'all', description: '只列班级共性错题' }),
    ),
    back: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_BACK,
        description: '连同同一届更早的几场考试里这一科的错题',
      }),
    ),
    sort: Type.Optional(
      Type.Enum(['no', 'point'], {
        default: 'no',
        description: '每名学生的错题按题号，或按知识点归在一起（没有标注的在后）',
      }),
    ),
    pictures: Type.Optional(
      Type.Enum(['on', 'off'], {
        default: 'off',
        description: '文件里附作答图像：PDF 每名学生另起一页，工作簿在每行之后',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(Row).properties,
    threshold: Type.Integer(),
    /** The exams that the book is of, the newest first. */
    exams: Type.Array(Type.Object({ exam_id: Id, exam_name: Type.String() })),
    /** How many of those in view have each question of this exam in their book. */
    counts: Type.Array(Type.Object({ no: Type.String(), count: Type.Integer() })),
  }),
  rows: ({ list }) => list,
  // What classes have in common is said of one exam.
  sentences: (reply) => (reply.exams.length > 1 ? [] : bookSentences(reply, 'book')),
  columns: ({ schools, threshold, list, exams }): ReportColumn<BookRow>[] => [
    ...personColumns<BookRow>(schools),
    ...(exams.length > 1
      ? [
          {
            key: 'exam_name',
            title: '考试',
            kind: 'text' as const,
            width: 200,
            value: (row: BookRow) => row.exam_name,
          },
        ]
      : []),
    { key: 'no', title: '题号', kind: 'text', width: 64, value: ({ no }) => no },
    { key: 'type_name', title: '题型', kind: 'text', width: 84, value: (row) => row.type_name },
    ...(list.some(({ points }) => points.length > 0)
      ? [
          {
            key: 'points',
            title: '知识点',
            kind: 'text' as const,
            width: 140,
            value: ({ points }: BookRow) => points.join('、'),
          },
        ]
      : []),
    {
      key: 'score_milli',
      title: '得分',
      kind: 'answer',
      width: 64,
      formula: `客观题未得满分，主观题得分率低于 ${threshold}%`,
      rule: 'DR 18.4',
      value: ({ score_milli, blank }) => ({ score: score_milli, blank }),
    },
    { key: 'full_milli', title: '满分', kind: 'milli', width: 64, value: (row) => row.full_milli },
    { key: 'letters', title: '所选', kind: 'text', width: 64, value: ({ letters }) => letters },
    { key: 'key', title: '答案', kind: 'text', width: 64, value: ({ key }) => key },
    {
      key: 'class_rate',
      title: '班级得分率',
      kind: 'ratio',
      width: 96,
      formula: '本班在该题的得分之和 ÷（满分 × 人数）',
      rule: 'DR 11',
      value: (row) => row.class_rate,
    },
    {
      key: 'common',
      title: '共性',
      kind: 'text',
      width: 76,
      formula: '班级得分率低于 60%，且本班至少 5 人有这道错题',
      rule: 'P19',
      value: ({ common }) => (common ? '共性错题' : ''),
    },
  ],
  chartsApart: true,
  charts: ({ counts, footer }): ChartData[] =>
    counts.length === 0
      ? []
      : [
          {
            kind: 'bars',
            title: `${footer.subject_name}本场各题列入错题本的人数`,
            xTitle: '题号',
            yTitle: '人数',
            figure: 'count',
            labels: counts.map(({ no }) => no),
            series: [{ name: '人数', values: counts.map(({ count }) => count) }],
          },
        ],
})

export const reportBook = bookReport.list
export const exportBook = bookReport.export
