import Type from 'typebox'
import { canOrAssigned, nullable, Time } from './route.ts'

export const Count = Type.Integer({ minimum: 0 })

/**
 * Who may ask: everybody who sees the exam, or marks or leads a block of it. Supervisors get the subjects of their
 * scope; block leaders their blocks; other teachers their own blocks and, among markers, only their own row.
 */
export const onExam = canOrAssigned('exam.read', { exam: 'query.exam_id' })

export const onBlock = canOrAssigned('exam.read', {
  exam: 'query.exam_id',
  block: 'query.block_id',
})

export const pace = {
  /** First and second readings submitted in the last hour of work. */
  speed_per_hour: Count,
  /** When the remaining readings would be done at that speed; null when nobody marks, or all is done. */
  eta: nullable(Time),
  /** Chinese: what the rest waits for, and with whom, where markers can not bring it on; null where they can. */
  waiting_for: nullable(Type.String()),
  /** By when it should be done: of a subject, the first of its blocks that are not; null where none is set. */
  deadline: nullable(Time),
}
