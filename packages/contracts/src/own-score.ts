import { STUDENT_ITEM_CODES } from '@hengjuan/domain'
import Type from 'typebox'
import { MarkImage, Traces } from './marking-parts.ts'
import { anyone, can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

/** Fields that may be missing are those that the school does not show: what is hidden is not sent. */
const OwnSubject = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  attendance: Type.Integer(),
  full_milli: MilliScore,
  total_milli: Type.Optional(nullable(MilliScore)),
  objective_milli: Type.Optional(nullable(MilliScore)),
  subjective_milli: Type.Optional(nullable(MilliScore)),
  /** Standard error of measurement of the paper. */
  sem_milli: Type.Optional(nullable(Type.Number())),
  class_mean_milli: Type.Optional(nullable(Type.Number())),
  grade_mean_milli: Type.Optional(nullable(Type.Number())),
  rank_class: Type.Optional(nullable(Type.Integer())),
  rank_school: Type.Optional(nullable(Type.Integer())),
  level: Type.Optional(nullable(Type.String())),
  items: Type.Array(
    Type.Object({
      no: Type.String(),
      full_milli: MilliScore,
      score_milli: Type.Optional(nullable(MilliScore)),
      /** All that is said of it in the form of levels; null where it does not count. */
      outcome: nullable(Type.Enum(['right', 'part', 'wrong'])),
      answer: nullable(
        Type.String({ description: '选择题的作答；空串为未作答，主观题只在确认空白时为空串' }),
      ),
      key: Type.Optional(nullable(Type.String())),
      class_percent: Type.Optional(nullable(Type.Integer({ description: '班级得分率' }))),
    }),
  ),
})

/** A student sees the own released scores and nothing of anyone else's. */
const OwnScores = Type.Object({
  exam_name: Type.String(),
  school_name: Type.String(),
  class_name: Type.String(),
  name: Type.String(),
  exam_no: Type.String(),
  version: Type.Integer(),
  published_at: Time,
  /** Grades 1 to 9 are told levels and what was right; no scores, means or ranks. */
  form: Type.Enum(['scores', 'levels']),
  shows: Type.Array(Type.Enum(STUDENT_ITEM_CODES)),
  total_milli: Type.Optional(nullable(MilliScore)),
  total_full_milli: MilliScore,
  partial: Type.Boolean(),
  rank_class: Type.Optional(nullable(Type.Integer())),
  rank_school: Type.Optional(nullable(Type.Integer())),
  sixth: Type.Optional(Type.Integer({ description: '公布分段位置时，总分在本校的第几个六分之一' })),
  /** Why more is shown than the stage allows by itself; null where it is not. */
  policy_banner: nullable(Type.String()),
  subjects: Type.Array(OwnSubject),
})

export const studentScore = defineRoute({
  method: 'POST',
  path: '/v1/joint/student/score/result',
  summary: '学生查询本人已发布的成绩：登录后查本人，或不登录凭考号和查询密码',
  area: 'joint exams',
  access: anyone('凭考号和查询密码查询时没有会话；登录后只有学生本人可查'),
  body: Type.Object({
    exam_id: Id,
    exam_no: Type.String({ minLength: 1, maxLength: 20 }),
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, description: '没有登录时的查询密码' }),
    ),
  }),
  reply: OwnScores,
  errors: ['SCORE_NOT_RELEASED', 'QUERY_NOT_MATCHED', 'QUERY_LOCKED', 'GUARDIAN_CONSENT_NEEDED'],
})

/** What a student would see if the scores were released as they stand. */
export const previewAsStudent = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/as_student',
  summary: '以学生身份预览：按现在的成绩与设置，发布后该考生会看到的内容',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, candidate_id: Id }),
  reply: OwnScores,
  errors: ['NOT_FOUND'],
})

/** The exams whose released scores the signed-in student may open. */
export const studentExams = defineRoute({
  method: 'GET',
  path: '/v1/result/total',
  summary: '学生本人可以查询成绩的考试',
  area: 'scan exceptions',
  access: can('student.score'),
  reply: Type.Array(
    Type.Object({
      exam_id: Id,
      exam_name: Type.String(),
      exam_no: Type.String(),
      start_date: Type.String(),
      /** Which of the two is released. */
      has_result: Type.Boolean(),
      has_book: Type.Boolean(),
    }),
  ),
})

/** A question that the student did not get, or got too little of. @source domain rules 18.4 */
const WrongQuestion = Type.Object({
  no: Type.String(),
  outcome: Type.Enum(['part', 'wrong']),
  answer: nullable(Type.String()),
  key: Type.Optional(nullable(Type.String())),
  class_percent: Type.Optional(nullable(Type.Integer())),
})

export const ownBook = defineRoute({
  method: 'GET',
  path: '/v1/result/book',
  summary: '学生本人一场考试的错题本；学校另行发布，与成绩无关',
  area: 'scan exceptions',
  access: can('student.score'),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    exam_name: Type.String(),
    name: Type.String(),
    class_name: Type.String(),
    version: Type.Integer(),
    shows_pictures: Type.Boolean(),
    subjects: Type.Array(
      Type.Object({
        subject_id: Id,
        subject_name: Type.String(),
        /** Of so many questions. */
        questions: Type.Integer(),
        wrong: Type.Array(WrongQuestion),
      }),
    ),
  }),
  errors: ['QUERY_NOT_MATCHED', 'BOOK_NOT_RELEASED', 'GUARDIAN_CONSENT_NEEDED'],
})

export const ownPictures = defineRoute({
  method: 'GET',
  path: '/v1/result/pictures',
  summary: '学生本人一科已发布成绩的作答图片，按题块；学校可以关闭',
  area: 'scan exceptions',
  access: can('student.score'),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      images: Type.Array(MarkImage),
      /** What whoever decided the mark drew on them; absent where the school does not show it. */
      marks: Type.Optional(Traces),
    }),
  ),
  errors: [
    'QUERY_NOT_MATCHED',
    'SCORE_NOT_RELEASED',
    'OWN_PICTURES_HIDDEN',
    'GUARDIAN_CONSENT_NEEDED',
  ],
})
