import Type from 'typebox'
import { plainText } from './page-reading.ts'
import { Id, Time } from './route.ts'
import { Ulid } from './sheet-container.ts'

/**
 * What an operator decides at a scanning station, perhaps without a network, and the station sends
 * later in the order in which it was decided.
 *
 * A station sends an action until it gets an answer. The server applies it once: the same
 * `action_id` with the same content gives the same answer again, also after the decision was undone.
 * A refusal leaves nothing behind, and the same action may be sent again later.
 */
export const action = {
  /** Made by the station, once for each decision. */
  action_id: Ulid,
  /** Name of the station, as in the containers that it uploads. */
  station: plainText(60),
  /**
   * When the operator decided and when this was sent, both by the station's clock: the server takes
   * the difference only, so that a clock that is wrong does no harm.
   */
  decided_at: Time,
  sent_at: Time,
}
export const Count = Type.Integer({ minimum: 0 })
export const PageSeq = Type.Integer({ minimum: 1, maximum: 32 })
export const examSubject = { exam_id: Id, subject_id: Id }
export const onBody = { exam: 'body.exam_id', subject: 'body.subject_id' } as const

/** Refusals that every action may meet. `SCAN_SHEET_NOT_UPLOADED` ends by itself: send it again. */
export const actionErrors = [
  'SCAN_SHEET_NOT_UPLOADED',
  'SCAN_SHEET_VOID',
  'SCAN_SHEET_PUBLISHED',
  'SCAN_DECIDED_OTHERWISE',
  'SCAN_ACTION_MISMATCH',
  'SCAN_TEMPLATE_MISSING',
] as const
