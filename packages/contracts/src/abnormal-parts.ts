import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { Id, nullable, Time } from './route.ts'

export const examSubject = { exam_id: Id, subject_id: Id }
export const Count = Type.Integer({ minimum: 0 })
export const PageSeq = Type.Integer({ minimum: 1, maximum: 32 })
export const onQuery = { exam: 'query.exam_id', subject: 'query.subject_id' } as const
export const onBody = { exam: 'body.exam_id', subject: 'body.subject_id' } as const
export const area = 'abnormal sheets'

/** Tag codes of `packages/domain` abnormal sheets. */
export const Tag = Type.Union([
  Type.Literal('unclear_image'),
  Type.Literal('wrong_area'),
  Type.Literal('missing_page'),
  Type.Literal('wrong_order'),
  Type.Literal('extra_sheet'),
  Type.Literal('other_candidate'),
  Type.Literal('wrong_crop'),
  Type.Literal('other'),
])
export const Note = plainText(200)

/** An answer on the work list. */
export const AbnormalBlock = Type.Object({
  abnormal_id: Id,
  block_id: Id,
  block_name: Type.String(),
  tag: Type.String(),
  note: Type.String(),
  sent_by_name: nullable(Type.String()),
  sent_at: Time,
  /** What became of it; null while it waits. */
  outcome: nullable(Type.String()),
  closed_by_name: nullable(Type.String()),
  closed_at: nullable(Time),
})

export const Person = {
  candidate_id: Id,
  exam_no: Type.String(),
  name: Type.String(),
  class_name: Type.String(),
  school_name: Type.String(),
  attendance: Type.Integer(),
}

export const changeErrors = [
  'NOT_FOUND',
  'CANDIDATE_UNKNOWN',
  'SCAN_SHEET_NOT_FOUND',
  'SCAN_SHEET_PUBLISHED',
  'SCAN_SHEET_BUSY',
  'MARKING_UNIT_LOCKED',
] as const

export const Part = Type.Integer({ minimum: 0, maximum: 99 })
