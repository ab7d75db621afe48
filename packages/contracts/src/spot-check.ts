import Type from 'typebox'
import { Count, Flag01, PaperVersion } from './marking-parts.ts'
import { can, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

export const SpotCheckRow = Type.Object({
  id: Id,
  task_detail_id: Id,
  block_id: Id,
  block_name: Type.String(),
  subject_name: Type.String(),
  secret_code: Type.String(),
  marker_id: Id,
  marker_name: Type.String(),
  checker_name: Type.String(),
  score_milli: MilliScore,
  is_rejected: Flag01,
  is_marked: Flag01,
  reject_milli: nullable(MilliScore),
  comment: Type.String(),
  checked_at: Time,
  /** When a leader withdrew its correction. */
  withdrawn_at: nullable(Time),
})

/** What can come of a check. */
export const SPOT_RESULTS = ['agreed', 'corrected', 'rejected', 'overruled'] as const
export type SpotResult = (typeof SPOT_RESULTS)[number]

const filter = {
  exam_id: Id,
  subject_id: Type.Optional(Id),
  block_id: Type.Optional(Id),
  marker_id: Type.Optional(Id),
  result: Type.Optional(
    Type.Enum([...SPOT_RESULTS], {
      description: 'agreed 合格、corrected 改分、rejected 打回、overruled 打回并改分',
    }),
  ),
}

const onExam = can('marking.supervise', {
  exam: 'query.exam_id',
  subject: 'query.subject_id',
  block: 'query.block_id',
})

export const spotCheckList = defineRoute({
  method: 'GET',
  path: '/v1/marker/spot/check/list',
  summary: '抽查列表：已抽查的评阅与结果，新的在前',
  area: 'marking',
  access: onExam,
  query: Type.Object({ ...filter, ...paging }),
  reply: Type.Object({
    ...listOf(SpotCheckRow).properties,
    /** Checks by what came of them, whichever results are listed. */
    counts: Type.Object({ agreed: Count, corrected: Count, rejected: Count, overruled: Count }),
  }),
})

export const spotCheckListExport = defineRoute({
  method: 'GET',
  path: '/v1/marker/spot/check/list/export',
  summary: '导出抽查列表',
  area: 'marking',
  access: onExam,
  query: Type.Object(filter),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})

export const spotCheckRecord = defineRoute({
  method: 'GET',
  path: '/v1/marker/spot/check/record',
  summary: '一份试卷的抽查记录',
  area: 'marking',
  access: can('marking.supervise', { unit: 'query.unit_id' }),
  query: Type.Object({ unit_id: Id }),
  reply: Type.Object({ list: Type.Array(SpotCheckRow) }),
})

export const spotCheckReject = defineRoute({
  method: 'POST',
  path: '/v1/marker/spot/check/reject',
  summary:
    '提交抽查结果：合格、改分、打回重评、打回并改分；reject_score 仅在 is_marked=1 时有效；同一人重复提交同样的结果不再记录',
  area: 'marking',
  access: can('marking.supervise', {
    exam: 'body.exam_id',
    subject: 'body.subject_id',
    block: 'body.block_id',
  }),
  bodyKind: 'form',
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    block_id: Id,
    marker_id: Id,
    task_detail_id: Id,
    is_rejected: Flag01,
    is_marked: Flag01,
    reject_score: Type.Optional(MilliScore),
    reject_scores: Type.Optional(
      Type.Array(MilliScore, {
        maxItems: 100,
        description: '改分时各给分点的分数，合计须等于 reject_score；不给则由总分推算',
      }),
    ),
    /** Shown to the marker of a paper that is sent back. */
    comment: Type.Optional(Type.String({ maxLength: 500 })),
    /** Of the paper as it was shown; without it, as it was shown to the caller last. */
    version: Type.Optional(PaperVersion),
  }),
  reply: Type.Object({ state: Type.String(), final_milli: nullable(MilliScore) }),
  errors: [
    'VERSION_CONFLICT',
    'MARKING_READING_NOT_FOUND',
    'MARKING_REJECT_INVALID',
    'MARKING_OFF_GRID',
    'MARKING_SCORE_OUT_OF_RANGE',
    'MARKING_EMPTY_POINT',
    'MARKING_POINT_COUNT',
    'MARKING_POINTS_SUM',
    'MARKING_UNIT_LOCKED',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_SPOT_CHECK_OWN',
    'MARKING_SPOT_CHECK_READER',
    'MARKING_RELATIVE',
    'MARKING_COMMENT_MISSING',
  ],
})
