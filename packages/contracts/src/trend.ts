import Type from 'typebox'
import { defineRoute, Id, MilliScore, nullable, signedIn } from './route.ts'

const Point = Type.Object({
  exam_id: Id,
  /** With one standard error either way; absent where a rank may not be told. */
  z: Type.Optional(
    nullable(
      Type.Object({
        v: Type.Number(),
        lo: nullable(Type.Number()),
        hi: nullable(Type.Number()),
      }),
    ),
  ),
  level: Type.Optional(nullable(Type.String())),
  score_milli: Type.Optional(nullable(MilliScore)),
  full_milli: Type.Optional(nullable(MilliScore)),
  /** Some subject of the total was missed. */
  partial: Type.Boolean(),
})

export const analysisTrend = defineRoute({
  method: 'GET',
  path: '/v1/academic/analysis/trend',
  summary:
    '历次考试的趋势：学生本人（不带参数），教职工看一名学生（student_id）或一个班（class_id）；最近 8 次',
  area: 'academic analysis',
  access: signedIn,
  query: Type.Object({
    student_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
    subject_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    /** What is drawn: a standard score, or a level. */
    form: Type.Enum(['z', 'levels']),
    exams: Type.Array(
      Type.Object({
        exam_id: Id,
        name: Type.String(),
        date: Type.String(),
        type_name: Type.String(),
      }),
    ),
    series: Type.Array(
      Type.Object({
        subject_id: Id,
        subject_name: Type.String(),
        points: Type.Array(Point),
        change: nullable(Type.Object({ slope: Type.Number(), se: Type.Number() })),
        sentence: nullable(Type.String()),
      }),
    ),
  }),
  errors: ['NOT_ALLOWED', 'NOT_FOUND', 'TREND_HIDDEN'],
})
