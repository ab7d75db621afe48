import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { can, defineRoute, Id, Time } from './route.ts'

/** A teacher who does not read a candidate's papers. */
const AvoidedPair = Type.Object({
  pair_id: Id,
  marker_id: Id,
  marker_name: Type.String(),
  account: Type.String(),
  marker_school: Type.String(),
  candidate_id: Id,
  candidate_name: Type.String(),
  exam_no: Type.String(),
  class_name: Type.String(),
  candidate_school: Type.String(),
  /** As it was typed; may be empty. */
  relation: Type.String(),
  added_by: Type.String(),
  added_at: Time,
  /** Papers of the candidate that this teacher had read before. */
  read: Count,
})

export const avoidedPairs = defineRoute({
  method: 'GET',
  path: '/v1/marker/avoidance',
  summary: '亲属回避名单：哪位教师不评阅哪位考生的试卷（全部科目）',
  area: 'marking',
  access: can('exam.manage', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({ exam_name: Type.String(), list: Type.Array(AvoidedPair) }),
})

export const avoidedPairSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/avoidance',
  summary:
    '亲属回避名单：添加一对（add）、移除（remove）、恢复移除的（restore）；手中的试卷随即收回',
  area: 'marking',
  access: can('exam.manage', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    action: Type.Union([Type.Literal('add'), Type.Literal('remove'), Type.Literal('restore')]),
    /** With `add`. */
    marker_id: Type.Optional(Id),
    candidate_id: Type.Optional(Id),
    relation: Type.Optional(Type.String({ maxLength: 40 })),
    /** With `remove` and `restore`. */
    pair_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5000 })),
  }),
  reply: Type.Object({
    pair_ids: Type.Array(Id),
    /** Papers that were in the teachers' hands and went back. */
    recalled: Count,
  }),
  errors: ['STAFF_NOT_FOUND', 'CANDIDATE_UNKNOWN', 'MARKING_PAIR_EXISTS'],
})

export const avoidancePeople = defineRoute({
  method: 'GET',
  path: '/v1/marker/avoidance/people',
  summary: '按姓名、账号或考号、学号、班级查找可列入回避名单的教师或考生，最多 20 名',
  area: 'marking',
  access: can('exam.manage', { exam: 'query.exam_id' }),
  query: Type.Object({
    exam_id: Id,
    kind: Type.Union([Type.Literal('marker'), Type.Literal('candidate')]),
    keyword: Type.String({ maxLength: 40 }),
  }),
  reply: Type.Array(
    Type.Object({
      person_id: Id,
      name: Type.String(),
      /** Account of a teacher, exam number of a candidate. */
      code: Type.String(),
      /** Empty for a teacher. */
      class_name: Type.String(),
      school_name: Type.String(),
    }),
  ),
})

const AvoidanceImportRow = Type.Object({
  /** Row of the spreadsheet, from 1. */
  row: Type.Integer(),
  teacher: Type.String(),
  account: Type.String(),
  candidate: Type.String(),
  exam_no: Type.String(),
  relation: Type.String(),
  result: Type.Union([Type.Literal('add'), Type.Literal('same'), Type.Literal('error')]),
  /** Chinese: what is wrong and what to do, or what is added. */
  message: Type.String(),
})

export const avoidanceImport = defineRoute({
  method: 'POST',
  path: '/v1/marker/avoidance/import',
  summary:
    '用表格（教师、账号、考号、考生、班级、关系）导入亲属回避名单；preview=1 只逐行预览，不写入',
  area: 'marking',
  access: can('exam.manage', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, preview: Type.Optional(Flag01) }),
  bodyKind: 'multipart',
  reply: Type.Object({
    applied: Flag01,
    rows: Type.Array(AvoidanceImportRow),
    /** Of the pairs that were added. */
    pair_ids: Type.Array(Id),
    recalled: Count,
  }),
  errors: ['IMPORT_FILE_INVALID', 'IMPORT_HAS_ERRORS', 'PAYLOAD_TOO_LARGE'],
})
