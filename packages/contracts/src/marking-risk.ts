import Type from 'typebox'
import { Count, Flag01, MarkImage } from './marking-parts.ts'
import { can, defineRoute, done, Id, nullable, Time } from './route.ts'

/** A paper that a marker passed on because its words speak of danger to the student or others. */
const RiskPaper = Type.Object({
  risk_id: Id,
  exam_name: Type.String(),
  subject_name: Type.String(),
  block_name: Type.String(),
  secret_code: Type.String(),
  exam_no: Type.String(),
  student_no: Type.String(),
  student_name: Type.String(),
  class_name: Type.String(),
  images: Type.Array(MarkImage),
  /** What the marker wrote. */
  note: Type.String(),
  raised_by: Type.String(),
  raised_at: Time,
  /** Who took care of it, when, and what was done; null before. */
  care: nullable(Type.Object({ by_name: Type.String(), at: Time, note: Type.String() })),
})

export const riskPapers = defineRoute({
  method: 'GET',
  path: '/v1/marker/risk',
  summary: '情绪或安全风险的试卷：考生、图像、教师的说明与跟进情况，只有学校管理员可见',
  area: 'marking',
  access: can('risk.handle'),
  query: Type.Object({
    /** How many wait only, without the papers themselves. */
    count_only: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    /** Nobody has taken care of them yet. */
    open: Count,
    /** Those first, then the others, the latest first. */
    list: Type.Array(RiskPaper),
  }),
})

export const riskCare = defineRoute({
  method: 'POST',
  path: '/v1/marker/risk',
  summary: '记录一份情绪或安全风险试卷的跟进情况',
  area: 'marking',
  access: can('risk.handle'),
  body: Type.Object({
    risk_id: Id,
    note: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
  }),
  reply: done,
  errors: ['MARKING_UNIT_NOT_FOUND'],
})
