import Type from 'typebox'
import { Count, Flag01, MarkImage } from './marking-parts.ts'
import { canOrLeads, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

const Share = Type.Number({ minimum: 0, maximum: 1 })

export const BlankBlock = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  full_milli: MilliScore,
  /** Is this block screened for blank answers at all? */
  blank_check: Flag01,
  /** Answers with no more ink than this are shown. */
  ink_limit: Share,
  /** A second person confirms after the first. */
  needs_two: Flag01,
  /** Does the caller's role supervise it? Otherwise the caller leads it. */
  is_supervised: Type.Boolean(),
  /** Answers that wait for a decision of the caller. */
  waiting: Count,
  /** Confirmed by the caller, waiting for a second person. */
  awaiting_second: Count,
  confirmed: Count,
  /** Confirmed answers that are being marked as a check, and those marked so far. */
  checks_open: Count,
  checks_done: Count,
  /** Batches that came back because a check was given marks. */
  returned_batches: Count,
  /** Ink of confirmed answers and of those sent to marking: where the limit belongs. Null without any. */
  confirmed_most_ink: nullable(Share),
  rejected_least_ink: nullable(Share),
})

export const blankBlockList = defineRoute({
  method: 'GET',
  path: '/v1/marking/check/blank_block/list',
  summary: '各题块的疑似空白卷数量与核查进度',
  area: 'marking',
  access: canOrLeads('marking.supervise', { exam: 'query.exam_id', subject: 'query.subject_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({ exam_name: Type.String(), list: Type.Array(BlankBlock) }),
})

export const blankBlockGet = defineRoute({
  method: 'GET',
  path: '/v1/marking/check/blank_block/get',
  summary: '取一版疑似空白卷（缩略图），墨迹最少的在前',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        unit_id: Id,
        secret_code: Type.String(),
        /** Names its pictures; goes along with what is confirmed. */
        version: Type.String(),
        images: Type.Array(MarkImage),
        ink_ratio: Type.Number(),
        /** Somebody else has confirmed it already. */
        confirmed_once: Flag01,
        waiting_since: Time,
      }),
    ),
    remaining: Count,
  }),
})

export const blankBlockChecked = defineRoute({
  method: 'GET',
  path: '/v1/marking/check/blank_block/checked',
  summary: '已核查的疑似空白卷：已确认、待第二人、抽检、退回过的批次，含确认人与抽检得分',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    of: Type.Enum(['confirmed', 'second', 'check', 'returned'], {
      description:
        'confirmed 记为未作答的、second 本人已确认等待第二人的、check 转入阅卷作抽检的、returned 被抽检退回的批次',
    }),
    ...paging,
  }),
  reply: listOf(
    Type.Object({
      unit_id: Id,
      secret_code: Type.String(),
      images: Type.Array(MarkImage),
      ink_ratio: Type.Number(),
      /** The batch in which it was confirmed; null where no batch was made yet. */
      batch_id: nullable(Id),
      confirmed_by: Type.String(),
      confirmed_at: nullable(Time),
      /** Did it go to normal marking as a check of its batch? */
      is_check: Flag01,
      /** What a check was given; null before, and for what is no check. */
      check_milli: nullable(MilliScore),
    }),
  ),
})

const UnitIds = Type.Array(Id, { minItems: 1, maxItems: 200 })

export const blankBlockConfirm = defineRoute({
  method: 'POST',
  path: '/v1/marking/check/blank_block/confirm',
  summary: '确认空白：记为未作答（NR），得 0 分；每批抽少量混入正常阅卷作检查',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    unit_ids: UnitIds,
    /** `version` of each as it was shown; one that has other pictures by now is left for another look. */
    shown: Type.Optional(
      Type.Array(Type.Object({ unit_id: Id, version: Type.String({ maxLength: 64 }) }), {
        maxItems: 200,
      }),
    ),
  }),
  reply: Type.Object({
    confirmed: Count,
    /** Sent into normal marking as a check: of these, and of what the caller confirmed before that had too few checks. */
    checks: Count,
    earlier_checks: Count,
    awaiting_second: Count,
    /** Decided by somebody else in the meantime. */
    skipped: Count,
    /** Of other pictures than were shown: they wait still. */
    changed: Count,
  }),
})

export const blankBlockReject = defineRoute({
  method: 'POST',
  path: '/v1/marking/check/blank_block/reject',
  summary: '不是空白：转入正常阅卷；已确认的也可以退回重新核查（to=review）或转入阅卷',
  area: 'marking',
  access: canOrLeads('marking.supervise', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    unit_ids: UnitIds,
    to: Type.Optional(Type.Union([Type.Literal('marking'), Type.Literal('review')])),
  }),
  reply: Type.Object({ returned: Count, skipped: Count }),
})
