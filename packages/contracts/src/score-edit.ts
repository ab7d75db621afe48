import Type from 'typebox'
import { can, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

const place = { exam_id: Id, subject_id: Id, candidate_id: Id }
const onBody = can('score.preview', { exam: 'body.exam_id', subject: 'body.subject_id' })
const Reason = Type.String({ minLength: 2, maxLength: 200 })

const Edited = Type.Object({
  event_id: Id,
  /** `pending` waits for a second person, as the score falls. */
  state: Type.Enum(['applied', 'pending']),
  before_milli: nullable(MilliScore),
  after_milli: nullable(MilliScore),
})

const errors = [
  'NOT_FOUND',
  'EXAM_PUBLISHED',
  'VERSION_CONFLICT',
  'INPUT_INVALID',
  'SCORE_EDIT_PENDING',
  'SCORE_EDIT_IMPORTED',
] as const

export const updateObjectScore = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/update_object_score',
  summary:
    '成绩预审：改一名考生一道客观题的作答（answer）或得分（score_milli）；分数降低时待第二人确认',
  area: 'reports',
  access: onBody,
  body: Type.Object({
    ...place,
    question_no: Type.String({ minLength: 1, maxLength: 20 }),
    answer: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]$' }), { maxItems: 26 })),
    score_milli: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    reason: Reason,
    version: Type.Integer({ minimum: 0, description: '/score_detail 返回的 version' }),
  }),
  reply: Edited,
  errors: [...errors, 'SCORE_OUT_OF_RANGE'],
})

export const updateBlockScore = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/update_block_score',
  summary: '成绩预审：改一名考生一个题块各给分点的得分；评阅过的人不能改，分数降低时待第二人确认',
  area: 'reports',
  access: onBody,
  body: Type.Object({
    ...place,
    block_id: Id,
    points: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 100 }), score_milli: MilliScore }),
      {
        minItems: 1,
        maxItems: 100,
      },
    ),
    reason: Reason,
    version: Type.Integer({ minimum: 0, description: '试卷的 version' }),
  }),
  reply: Edited,
  errors: [...errors, 'MARKING_UNIT_NOT_FOUND', 'MARKING_INSPECT_OWN', 'MARKING_INSPECT_PENDING'],
})

const TargetFields = {
  block_id: Type.Optional(Id),
  question_no: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
}

export const deleteScore = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/delete_score',
  summary: '成绩预审：删除一名考生一科、一个题块或一道题的得分；可以恢复',
  area: 'reports',
  access: onBody,
  body: Type.Object({ ...place, ...TargetFields, reason: Reason }),
  reply: Edited,
  errors,
})

export const rollbackScore = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/rollback_score',
  summary: '成绩预审：恢复最近一次（或 event_id 指定的）改分、删除之前的得分',
  area: 'reports',
  access: onBody,
  body: Type.Object({
    ...place,
    ...TargetFields,
    event_id: Type.Optional(Id),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Edited,
  errors: [...errors, 'SCORE_EDIT_NONE', 'SCORE_EDIT_LATER'],
})

export const decideScore = defineRoute({
  method: 'POST',
  path: '/v1/score_report_preview/decide_score',
  summary: '成绩预审：第二人确认（approve）或不同意（refuse）一次降低分数的改分',
  area: 'reports',
  access: onBody,
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    event_id: Id,
    action: Type.Enum(['approve', 'refuse']),
  }),
  reply: Type.Object({ state: Type.Enum(['applied', 'refused']) }),
  errors: ['NOT_FOUND', 'EXAM_PUBLISHED', 'SCORE_EDIT_SETTLED', 'MARKING_SECOND_PERSON_NEEDED'],
})

export const previewCounts = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/stu_count',
  summary: '成绩预审：考生人数，按考勤、出分、改分与预警',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id' }),
  query: Type.Object({
    exam_id: Id,
    subject_id: Type.Optional(Id),
    school_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
  }),
  reply: Type.Object({
    registered: Type.Integer(),
    present: Type.Integer(),
    absent: Type.Integer(),
    no_record: Type.Integer(),
    not_selected: Type.Integer(),
    misconduct: Type.Integer(),
    /** Present, with every score. */
    scored: Type.Integer(),
    /** Missing in a subject that they should have sat. */
    partial: Type.Integer(),
    edited: Type.Integer(),
    alarms: Type.Integer(),
  }),
})

const BlockScore = Type.Object({
  candidate_id: Id,
  exam_no: Type.String(),
  name: Type.String(),
  class_name: Type.String(),
  unit_id: Id,
  final_milli: nullable(MilliScore),
  source: nullable(Type.String()),
  readings: Type.Integer(),
  edited: Type.Boolean(),
})

export const blockScores = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/block_score_detail/list',
  summary: '成绩预审：一个题块各考生的得分与来源',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({
    exam_id: Id,
    subject_id: Id,
    /** The first of the subject without it. */
    block_id: Type.Optional(Id),
    class_id: Type.Optional(Id),
    keyword: Type.Optional(Type.String({ maxLength: 40 })),
    min: Type.Optional(Type.Integer({ minimum: 0 })),
    max: Type.Optional(Type.Integer({ minimum: 0 })),
    source: Type.Optional(Type.String({ maxLength: 20 })),
    ...paging,
  }),
  reply: Type.Object({
    ...listOf(BlockScore).properties,
    /** Of the subject. */
    blocks: Type.Array(Type.Object({ block_id: Id, name: Type.String(), full_milli: MilliScore })),
    block_id: nullable(Id),
  }),
  errors: ['NOT_FOUND'],
})

export const blockScoreRecord = defineRoute({
  method: 'GET',
  path: '/v1/score_report_preview/block_score_detail/record',
  summary: '成绩预审：一份试卷的评阅与每次改分、删除、恢复',
  area: 'reports',
  access: can('score.preview', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Id, unit_id: Id }),
  reply: Type.Object({
    events: Type.Array(
      Type.Object({
        event_id: Id,
        at: Time,
        by_name: Type.String(),
        kind: Type.Enum(['inspect', 'answer', 'score', 'void', 'restore']),
        before_milli: nullable(MilliScore),
        after_milli: nullable(MilliScore),
        reason: Type.String(),
        state: Type.Enum(['applied', 'pending', 'refused', 'unchanged']),
        undone_by_name: nullable(Type.String()),
      }),
    ),
    readings: Type.Array(
      Type.Object({
        marker_name: Type.String(),
        role: Type.String(),
        total_milli: nullable(MilliScore),
        state: Type.String(),
        submitted_at: nullable(Time),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})
