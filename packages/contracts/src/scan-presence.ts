import Type from 'typebox'
import { can, defineRoute, Id, nullable, Time } from './route.ts'
import { Ulid } from './sheet-container.ts'

const Flag = Type.Literal(1)

/** Somebody who has the exceptions of a subject open. */
const PersonAtWork = Type.Object({
  user_id: Id,
  name: Type.String(),
  /** The sheet before them; null while they look at lists, or do nothing for a while. */
  sheet_id: nullable(Type.String()),
  /** Since when that sheet. */
  since: Time,
  /** Were they the first at that sheet, or have they taken it over? Only then may they decide. */
  is_holder: Type.Boolean(),
})

export const reviewPresence = defineRoute({
  method: 'POST',
  path: '/v1/checking/presence',
  summary: '登记本人正在处理的答题卡（两分钟有效，重复调用续期），并看到同时处理本科目异常的人',
  area: 'scan exceptions',
  access: can('exception.handle', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    sheet_id: nullable(Ulid),
    /** Takes the sheet over from whoever holds it. */
    take: Type.Optional(Flag),
    /** Leaves: what was held is free at once. */
    leave: Type.Optional(Flag),
  }),
  reply: Type.Object({
    /** Everybody else. */
    others: Type.Array(PersonAtWork),
    /** Of the sheet that was named: does it belong to the caller? */
    is_holder: Type.Boolean(),
  }),
  errors: ['SCAN_SHEET_NOT_FOUND'],
})
