import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { answersOf, subjectIdIn } from './drills.ts'
import { Figure, Item, questionQuery } from './question-item.ts'
import { questionDetailSentences } from './sentences-of-groups.ts'
import { frame, Group } from './shapes.ts'

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
  query: Type.Object(questionQuery),
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

export const reportQuestionDetail = questionDetailReport.list
export const exportQuestionDetail = questionDetailReport.export
