import { formatMilli, formatPercent } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MarkImage } from '../marking-parts.ts'
import { can, defineRoute, Id, inJoint, listOf, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { peopleFilters, personColumns } from './people.ts'
import { filters, frame, Person } from './shapes.ts'

const Item = Type.Object({
  question_id: Id,
  no: Type.String(),
  type_name: Type.String(),
  objective: Type.Boolean(),
  full_milli: MilliScore,
  key: nullable(Type.String()),
  /** Of those whom the filters leave. */
  rate: Ratio,
  /** How many got so much, the least first; only of one question that was asked for. */
  scores: Type.Array(Type.Object({ score_milli: MilliScore, n: Type.Integer() })),
})

const Question = Type.Object({
  no: Type.String(),
  objective: Type.Boolean(),
  full_milli: MilliScore,
})

const Row = Type.Object({
  ...Person.properties,
  attendance: Type.Integer(),
  total_milli: nullable(MilliScore),
  /** In the order of `items`: points, letters of an objective answer, whether nothing was written. */
  cells: Type.Array(
    Type.Object({
      s: nullable(MilliScore),
      a: nullable(Type.String()),
      nr: Type.Boolean(),
    }),
  ),
})
export type QuestionPersonRow = Static<typeof Row>

/** 小题分-学生: who got how much in which question. @source reports P07 */
export const questionPeopleReport = defineReport({
  key: 'question_student',
  title: '学生小题分',
  path: '/v1/scorereport/question/student',
  exportPath: '/v1/scorereport/question/student/export',
  summary: '学生小题分：每个学生每题的得分与选项，未作答与零分分开',
  of: 'subject',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    subject_id: filters.subject_id,
    no: Type.Optional(
      Type.String({ maxLength: 20, description: '只列这一题，按该题得分从低到高' }),
    ),
    /** Who is behind a count of another table; with `no`. @source reports 2.5 */
    marks: Type.Optional(
      Type.Enum(['full', 'zero', 'blank', 'counted'], {
        description: '该题得满分、得零分、未作答的人，或计入该题的全部人',
      }),
    ),
    points: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1000, description: '该题得这么多分的人' }),
    ),
    first: Type.Optional(
      Type.Enum(['low', 'high'], { default: 'low', description: '只列一题时，从低分或高分开始' }),
    ),
    option: Type.Optional(Type.String({ maxLength: 4, description: '该题选了这一项的人' })),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(Row).properties,
    items: Type.Array(Item),
    /** All of the subject, whichever is asked for. */
    questions: Type.Array(Question),
  }),
  rows: ({ list }) => list,
  columns: ({ schools, items }): ReportColumn<QuestionPersonRow>[] => [
    ...personColumns<QuestionPersonRow>(schools),
    {
      key: 'total_milli',
      title: '得分',
      kind: 'attendance',
      value: ({ attendance, total_milli }) => ({ attendance, score: total_milli }),
    },
    ...items.flatMap(
      (
        { question_id, no, objective, full_milli, key, rate },
        index,
      ): ReportColumn<QuestionPersonRow>[] => [
        {
          key: `item:${question_id}`,
          title: no,
          group: objective ? '客观题得分' : '主观题得分',
          kind: 'answer',
          width: 60,
          formula: `第 ${no} 题满分 ${formatMilli(full_milli)}，所列学生得分率 ${formatPercent(rate.num, rate.den)}；未答与零分分开`,
          rule: 'DR 11',
          value: ({ cells }) => {
            const cell = cells[index]
            return cell ? { score: cell.s, blank: cell.nr } : null
          },
        },
        // Of all questions the letters have a sheet of their own; on the page the pointer over a cell shows them.
        ...(objective && items.length === 1
          ? [lettersColumn({ question_id, title: `${no} 选项`, key }, index)]
          : []),
      ],
    ),
  ],
  sheets: ({ schools, items, list }) =>
    items.length < 2 || !items.some(({ objective }) => objective)
      ? []
      : [
          sheetOf(
            '所选',
            [
              ...personColumns<QuestionPersonRow>(schools),
              ...items.flatMap(({ objective, no, ...item }, index) =>
                objective ? [lettersColumn({ ...item, title: no }, index)] : [],
              ),
            ],
            list,
          ),
        ],
})

const lettersColumn = (
  { question_id, title, key }: { question_id: number; title: string; key: string | null },
  index: number,
): ReportColumn<QuestionPersonRow> => ({
  key: `letters:${question_id}`,
  title,
  group: '所选',
  kind: 'text',
  width: 64,
  formula: `正确答案 ${key ?? ''}`,
  rule: 'DR 2',
  value: ({ cells }) => cells[index]?.a ?? '',
})

/** The writing behind a figure: what one candidate answered to one question. @source reports 2.5 */
export const reportAnswer = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/drill/answer',
  summary: '一个学生一道题的作答：得分、所选与主观题的切块图像；不含阅卷教师',
  area: 'reports',
  access: inJoint(
    can('report.read', { exam: 'query.exam_id', subject: 'query.subject_id' }),
    'member',
  ),
  query: Type.Object({
    exam_id: Id,
    subject_id: Id,
    no: Type.String({ maxLength: 20 }),
    candidate_id: Id,
  }),
  reply: Type.Object({
    no: Type.String(),
    score_milli: nullable(MilliScore),
    full_milli: MilliScore,
    letters: nullable(Type.String()),
    key: nullable(Type.String()),
    images: Type.Array(MarkImage),
  }),
  errors: ['SCORE_NOT_RELEASED', 'OUT_OF_SCOPE', 'REGION_FIGURES_ONLY', 'CANDIDATE_UNKNOWN'],
})

/** More pictures than these are no page that one looks through. */
const MOST_PICTURES = 60

/** 作答图像: what was written to a question, by score and class. @source reports 2.5 (c) */
export const reportAnswers = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/drill/answers',
  summary: '一道题的作答图像，按得分与班级；只有本班带姓名，不含涉及安全的答卷',
  area: 'reports',
  access: inJoint(can('report.read', { exam: 'query.exam_id' }), 'member'),
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    no: Type.Optional(
      Type.String({ maxLength: 20, description: '题号；缺省为第一道有作答图像的题' }),
    ),
    points: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1000, description: '只看得这么多分的' }),
    ),
    first: Type.Optional(Type.Enum(['low', 'high'], { default: 'low' })),
    page: filters.page,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_PICTURES, default: 24 })),
  }),
  reply: Type.Object({
    ...frame,
    questions: Type.Array(Question),
    /** The question shown; null for a subject without written ones. */
    item: nullable(Item),
    ...listOf(
      Type.Object({
        /** Who wrote it; null outside the own classes. */
        person: nullable(
          Type.Object({
            candidate_id: Id,
            exam_no: Type.String(),
            student_name: Type.String(),
          }),
        ),
        class_name: Type.String(),
        score_milli: nullable(MilliScore),
        blank: Type.Boolean(),
        images: Type.Array(MarkImage),
      }),
    ).properties,
  }),
  errors: ['SCORE_NOT_RELEASED', 'OUT_OF_SCOPE', 'VERSION_GONE', 'REGION_FIGURES_ONLY'],
})

export const reportQuestionPeople = questionPeopleReport.list
export const exportQuestionPeople = questionPeopleReport.export
