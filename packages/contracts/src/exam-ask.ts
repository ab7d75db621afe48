import {
  ABSENCE_ANSWERS,
  type AbsenceAnswer,
  EXAM_ASK_STATES,
  EXAM_ASKS,
  type ExamAskKind,
  type ExamAskState,
} from '@hengjuan/domain'
import Type from 'typebox'
import { can, defineRoute, done, Id, MilliScore, nullable, Time } from './route.ts'

const Kind = Type.Enum(Object.keys(EXAM_ASKS) as ExamAskKind[])
const State = Type.Enum(Object.keys(EXAM_ASK_STATES) as ExamAskState[])
const Answer = Type.Enum(Object.keys(ABSENCE_ANSWERS) as AbsenceAnswer[])
const Unit = Type.Enum(['class', 'school'])

export const previewSchools = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/school_list',
  summary: '成绩预审：各学校（单校考试为各班级）的人数、均分与确认情况',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    by: Unit,
    list: Type.Array(
      Type.Object({
        unit_id: Id,
        name: Type.String(),
        registered: Type.Integer(),
        present: Type.Integer(),
        mean_milli: nullable(Type.Number()),
        /** Null: not asked. */
        state: nullable(State),
        /** Of an objection, what is wrong. */
        note: Type.String(),
        by_name: nullable(Type.String()),
        at: nullable(Time),
        deadline: nullable(Time),
        /** Scores that were changed after that. */
        changed: Type.Integer(),
      }),
    ),
  }),
})

export const askScores = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/school_ask',
  summary: '请各学校（单校考试为各班班主任）核对成绩；已确认的重新核对',
  area: 'reports',
  access: can('score.publish', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    unit_ids: Type.Optional(Type.Array(Id, { maxItems: 2000 })),
    deadline: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  }),
  reply: Type.Object({ asked: Type.Integer(), recipients: Type.Integer() }),
  errors: ['EXAM_PUBLISHED', 'EXAM_ASK_NOBODY', 'EXAM_ASK_DEADLINE'],
})

export const absenceAsks = defineRoute({
  method: 'GET',
  path: '/v1/exams/ask/absence',
  summary: '缺考核对：各学校（单校考试为各班级）的答复，逐考生',
  area: 'exam',
  access: can('exception.handle', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    units: Type.Array(
      Type.Object({
        name: Type.String(),
        state: State,
        by_name: nullable(Type.String()),
        at: nullable(Time),
        deadline: nullable(Time),
      }),
    ),
    answers: Type.Array(Type.Object({ candidate_id: Id, answer: Answer, by_name: Type.String() })),
  }),
})

const OwnAsk = Type.Object({
  ask_id: Id,
  kind: Kind,
  exam_id: Id,
  exam_name: Type.String(),
  subject_name: nullable(Type.String()),
  unit: Unit,
  unit_name: Type.String(),
  state: State,
  note: Type.String(),
  asked_by: Type.String(),
  asked_at: Time,
  deadline: nullable(Time),
})

export const ownAsks = defineRoute({
  method: 'GET',
  path: '/v1/exams/ask/own',
  summary: '请我核对的成绩与缺考名单',
  area: 'exam',
  access: can('exam.answer'),
  reply: Type.Array(OwnAsk),
})

export const askDetail = defineRoute({
  method: 'GET',
  path: '/v1/exams/ask/detail',
  summary: '一份请我核对的名单：成绩，或没有答题卡的考生',
  area: 'exam',
  access: can('exam.answer'),
  query: Type.Object({ ask_id: Id }),
  reply: Type.Object({
    ask: OwnAsk,
    subjects: Type.Array(Type.Object({ subject_id: Id, name: Type.String() })),
    people: Type.Array(
      Type.Object({
        candidate_id: Id,
        exam_no: Type.String(),
        name: Type.String(),
        class_name: Type.String(),
        total_milli: nullable(MilliScore),
        /** In the order of `subjects`. */
        scores: Type.Array(
          Type.Object({ attendance: Type.Integer(), total_milli: nullable(MilliScore) }),
        ),
        answer: nullable(Answer),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const askAnswer = defineRoute({
  method: 'POST',
  path: '/v1/exams/ask/answer',
  summary: '答复一份核对：成绩无误或有异议，没有答题卡的考生逐一说明',
  area: 'exam',
  access: can('exam.answer'),
  body: Type.Object({
    ask_id: Id,
    state: Type.Enum(['confirmed', 'objected']),
    note: Type.Optional(Type.String({ maxLength: 300 })),
    answers: Type.Optional(
      Type.Array(Type.Object({ candidate_id: Id, answer: Answer }), { maxItems: 5000 }),
    ),
  }),
  reply: done,
  errors: ['NOT_FOUND', 'EXAM_PUBLISHED', 'EXAM_ASK_NOTE', 'EXAM_ASK_OPEN', 'CANDIDATE_UNKNOWN'],
})
