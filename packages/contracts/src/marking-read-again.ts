import Type from 'typebox'
import { Count, Flag01 } from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

/** Whether a paper that one person read may go to a second one, and what became of it where it went. */
export const ReadAgain = Type.Object({
  /** Why it can not be sent, in Chinese; null when it can. */
  refusal: nullable(Type.String()),
  /** Null where it was not sent, or called off again. */
  sent: nullable(
    Type.Object({
      by_name: Type.String(),
      at: Time,
      state: Type.Union([Type.Literal('waiting'), Type.Literal('begun'), Type.Literal('done')], {
        description: 'waiting 等待第二人评阅、begun 已有人领取或评阅、done 已定分',
      }),
      /** The final mark of the one reading. */
      final_before: MilliScore,
      /** Why it can not be called off, in Chinese; null when it can. */
      withdraw_refusal: nullable(Type.String()),
    }),
  ),
})

export const readAgainSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/read_again',
  summary:
    '把只经一人评阅的试卷送第二人评阅（send，一份或多份），或撤回还没有人开始的（withdraw）；preview=1 只看数量。题组长与监管人员可用',
  area: 'marking',
  // Leaders of the block as well, whatever their role supervises: it is asked who leads it.
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    unit_ids: Type.Array(Id, { minItems: 1, maxItems: 500 }),
    action: Type.Union([Type.Literal('send'), Type.Literal('withdraw')]),
    preview: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    total: Count,
    /** Sent, or called off. */
    changed: Count,
    refused: Count,
    /** Why some were refused, and how many for each reason. */
    reasons: Type.Array(Type.Object({ msg: Type.String(), count: Count })),
    /** How the two readings make the mark. */
    settle: Type.Object({ mode: Type.Integer(), tolerance_milli: MilliScore }),
    /** The block was closed, and opens again for it. */
    reopens: Type.Boolean(),
  }),
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_LEADERS_ONLY',
    'MARKING_UNIT_NOT_FOUND',
    'MARKING_READ_AGAIN_UNFIT',
    'MARKING_READ_AGAIN_NOT_SENT',
    'MARKING_SECOND_BEGUN',
  ],
})
