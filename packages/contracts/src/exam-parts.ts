import Type from 'typebox'
import { Id } from './route.ts'

export const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: '日期，如 2026-11-20',
})

export const SubjectModes = Type.Record(Type.String({ pattern: '^\\d+$' }), Type.Integer())

/** Full marks of subjects whose scores are imported; those of others follow from their sheets. */
export const SubjectFulls = Type.Record(
  Type.String({ pattern: '^\\d+$' }),
  Type.Integer({ minimum: 1000, maximum: 1_000_000 }),
)

/** When subjects are sat; who is not named has no time yet. */
export const Sessions = Type.Array(
  Type.Object({
    subject_id: Id,
    starts_at: Type.String({ maxLength: 30, description: '开始时间，UTC，ISO 8601' }),
    ends_at: Type.String({ maxLength: 30, description: '结束时间，UTC，ISO 8601' }),
  }),
  { maxItems: 30, description: '各科考试时间' },
)

export const CopiedFrom = Type.Integer({
  minimum: 1,
  maximum: 2_000_000_000,
  description: '从本校哪一场考试复制，以后可沿用它的阅卷设置',
})

export const NumbersFrom = Type.Integer({
  minimum: 1,
  maximum: 2_000_000_000,
  description: '沿用本校这场考试的考号；新增的学生按规则编',
})
