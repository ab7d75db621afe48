import Type from 'typebox'
import { Count, Flag01, PaperVersion } from './marking-parts.ts'
import {
  can,
  canOrAssigned,
  canOrLeads,
  defineRoute,
  Id,
  listOf,
  MilliScore,
  nullable,
  paging,
  Time,
} from './route.ts'
import { sample, SampleReply } from './spot-check-sample.ts'

export const blockMasterDetail = defineRoute({
  method: 'GET',
  path: '/v1/marker/block/master/detail',
  summary: '题组长的工作：仲裁、问题卷、改分、打回的记录，以及哪些裁定可以撤销',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' }),
  query: Type.Object({ exam_id: Id, block_id: Id, ...paging }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    leaders: Type.Array(
      Type.Object({
        user_id: Id,
        name: Type.String(),
        arbitrated: Count,
        problems: Count,
        corrected: Count,
        rejected: Count,
      }),
    ),
    waiting_arbitration: Count,
    waiting_problem: Count,
    /** Papers that wait for arbitration and that no leader of the block may arbitrate; the list ends at 200. */
    unarbitrated: Type.Array(
      Type.Object({
        unit_id: Id,
        secret_code: Type.String(),
        waiting_since: Time,
        /** Leaders who read it: an administrator may let one of them arbitrate all the same. */
        readers: Type.Array(Type.Object({ user_id: Id, name: Type.String() })),
      }),
    ),
    unarbitrated_total: Count,
    /** Problem papers that no leader of the block may decide about. */
    unhandled_problems: Count,
    ...listOf(
      Type.Object({
        event_id: Id,
        unit_id: Id,
        secret_code: Type.String(),
        kind: Type.String({
          description:
            'arbitrate 仲裁、resolve_problem 问题卷、spot_correct 改分、reject 打回、escalate 转仲裁、reopen 撤销裁定、allow_arbitrator 指定评阅过的教师仲裁',
        }),
        actor_name: Type.String(),
        at: Time,
        /** Total that was decided; null where none was. */
        score_milli: nullable(MilliScore),
        unit_state: Type.String(),
        final_milli: nullable(MilliScore),
        /** Who may arbitrate it, and why; or why a problem paper got no mark. Empty otherwise. */
        note: Type.String(),
        /** Why it can not be withdrawn; null when it can. */
        reset_refusal: nullable(Type.String()),
      }),
    ).properties,
  }),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

export const blockMasterReset = defineRoute({
  method: 'POST',
  path: '/v1/marker/block/master/reset',
  summary:
    '撤销题组长的裁定（reopen：回到裁定前的状态）；把已定分的试卷转给题组长仲裁（escalate）；没有其他题组长时，让评阅过这份试卷的题组长仲裁（appoint，须是管理员，并确认）；须写原因',
  area: 'marking',
  access: canOrLeads('marking.supervise', { unit: 'body.unit_id' }),
  body: Type.Object({
    unit_id: Id,
    action: Type.Optional(
      Type.Union([Type.Literal('reopen'), Type.Literal('escalate'), Type.Literal('appoint')]),
    ),
    /** With `appoint`: who arbitrates, and that this is meant. */
    user_id: Type.Optional(Id),
    confirm_reader: Type.Optional(Flag01),
    reason: Type.String({ minLength: 1, maxLength: 200 }),
  }),
  reply: Type.Object({ state: Type.String(), final_milli: nullable(MilliScore) }),
  errors: [
    'MARKING_REASON_MISSING',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_UNIT_LOCKED',
    'MARKING_ARBITRATOR_MISSING',
    'MARKING_OVERRIDE_ADMIN',
    'MARKING_OVERRIDE_LEADER',
    'MARKING_OVERRIDE_NOT_NEEDED',
    'MARKING_OVERRIDE_UNCONFIRMED',
    'MARKING_RELATIVE',
  ],
})

export const masterSpotCheck = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/spotcheck',
  summary: '题组长抽查：按抽样条件取本人负责题块的下一份评阅',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id' }),
  query: Type.Object({ ...sample, task_detail_id: Type.Optional(Id) }),
  reply: SampleReply,
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_READING_NOT_FOUND',
    'MARKING_REJECT_INVALID',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_RELATIVE',
    'MARKING_ARBITRATE_FIRST',
  ],
})

/** One reading, or all of a marker's from a time on. */
export const masterReview = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/review',
  summary:
    '题组长复查：合格、改分、打回重评、转仲裁；给出 marker_id 与 since 时打回该教师此后的全部评阅（preview=1 先看数量）',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    outcome: Type.Union(
      [
        Type.Literal('agree'),
        Type.Literal('correct'),
        Type.Literal('return'),
        Type.Literal('arbitration'),
      ],
      { description: 'agree 合格、correct 改分、return 打回重评、arbitration 转仲裁' },
    ),
    task_detail_id: Type.Optional(Id),
    marker_id: Type.Optional(Id),
    since: Type.Optional(Time),
    score_milli: Type.Optional(MilliScore),
    scores: Type.Optional(
      Type.Array(MilliScore, {
        maxItems: 100,
        description: '改分时各给分点的分数，合计须等于 score_milli；不给则由总分推算',
      }),
    ),
    comment: Type.Optional(Type.String({ maxLength: 500 })),
    preview: Type.Optional(Flag01),
    /** With one reading: of its paper as it was shown; without it, as it was shown to the caller last. */
    version: Type.Optional(PaperVersion),
  }),
  reply: Type.Object({
    /** Readings that the call is about. */
    total: Count,
    /** Sent back to their marker (with `outcome` return), or settled as asked. */
    changed: Count,
    /** Sent back too often already: an arbitrator decides. */
    escalated: Count,
    refused: Count,
    /** Why some were refused, and how many for each reason. */
    reasons: Type.Array(Type.Object({ msg: Type.String(), count: Count })),
    /** Of all that a marker gave: by which it is taken back; null of one reading, a preview, and where nothing went back. */
    return_id: nullable(Id),
  }),
  errors: [
    'VERSION_CONFLICT',
    'MARKING_NOT_ASSIGNED',
    'MARKING_READING_NOT_FOUND',
    'MARKING_COMMENT_MISSING',
    'MARKING_EMPTY_POINT',
    'MARKING_POINT_COUNT',
    'MARKING_POINTS_SUM',
    'MARKING_OFF_GRID',
    'MARKING_SCORE_OUT_OF_RANGE',
    'MARKING_SPOT_CHECK_OWN',
    'MARKING_SPOT_CHECK_READER',
    'MARKING_REJECT_INVALID',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_UNIT_LOCKED',
    'MARKING_ARBITRATOR_MISSING',
  ],
})

/** All that a marker gave, sent back as one act. */
const BulkReturn = Type.Object({
  return_id: Id,
  marker_id: Id,
  marker_name: Type.String(),
  by_name: Type.String(),
  at: Time,
  /** Readings submitted from then on; null for all. */
  since: nullable(Time),
  comment: Type.String(),
  /** Readings that were sent back, or put before an arbitrator as they had been too often. */
  total: Count,
  /** Of these, those that nobody has marked again or decided about: they can be taken back. */
  waiting: Count,
  /** Those that were taken back. */
  undone: Count,
  /** Who took back last, and when; null while nobody did. */
  withdrawn: nullable(Type.Object({ by_name: Type.String(), at: Time })),
  /** Why the caller can take nothing back; null where they can. */
  refusal: nullable(Type.String()),
})

export const bulkReturns = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/returns',
  summary: '整批打回的记录：谁在何时打回了谁的评阅、原因、还有多少份没有重评可以撤销；新的在前',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' }),
  query: Type.Object({ exam_id: Id, block_id: Id, marker_id: Type.Optional(Id) }),
  reply: Type.Array(BulkReturn),
  errors: ['MARKING_LEADERS_ONLY', 'MARKING_BLOCK_NOT_FOUND'],
})

export const returnWithdraw = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/return/withdraw',
  summary:
    '撤销一份试卷的打回：还没有重评的恢复为打回前的样子（随整批打回的也可以单独撤销）。题组长与监管人员可用',
  area: 'marking',
  // Leaders of the block as well, whatever their role supervises: it is asked who leads it.
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, task_detail_id: Id }),
  reply: Type.Object({ state: Type.String(), final_milli: nullable(MilliScore) }),
  errors: [
    'MARKING_LEADERS_ONLY',
    'MARKING_RETURN_STANDS',
    'MARKING_SPOT_CHECK_OWN',
    'MARKING_SPOT_CHECK_READER',
    'MARKING_RELATIVE',
    'MARKING_UNIT_LOCKED',
  ],
})

export const bulkReturnWithdraw = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/returns/withdraw',
  summary:
    '撤销一次整批打回：还没有重评的恢复为打回前的样子，已重评或另有处理的保留并列出密号（preview=1 先看数量）',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, return_id: Id, preview: Type.Optional(Flag01) }),
  reply: Type.Object({
    /** Readings that were sent back and not taken back before. */
    total: Count,
    changed: Count,
    refused: Count,
    /** Why some stay as they are, and their secret codes. */
    reasons: Type.Array(
      Type.Object({ msg: Type.String(), count: Count, codes: Type.Array(Type.String()) }),
    ),
  }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_RETURN_UNKNOWN'],
})
