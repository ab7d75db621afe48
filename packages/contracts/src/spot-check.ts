import { MIXED_PARTS, SAMPLE_SHARES } from '@hengjuan/domain'
import Type from 'typebox'
import { DeadlineTime as Moment } from './marking-balance.ts'
import {
  AnsweredQuestions,
  BestOfCount,
  Count,
  Flag01,
  MarkImage,
  MarkPoint,
  PaperCheck,
  PaperVersion,
  PressedEntry,
  Traces,
} from './marking-parts.ts'
import { ReadAgain } from './marking-read-again.ts'
import { can, defineRoute, Id, listOf, MilliScore, nullable, paging, Time } from './route.ts'

const onBlock = can('marking.supervise', { block: 'query.block_id' })

/** Which readings are drawn from. */
export const sample = {
  block_id: Id,
  marker_id: Type.Optional(Id),
  kind: Type.Optional(
    Type.Union(
      [
        Type.Literal('random'),
        Type.Literal('zero'),
        Type.Literal('full'),
        Type.Literal('fast'),
        Type.Literal('band'),
        Type.Literal('near_line'),
        Type.Literal('apart'),
        Type.Literal('second_reader'),
        Type.Literal('old_rubric'),
        Type.Literal('mixed'),
      ],
      {
        description:
          'random 随机、zero 非空白卷给零分、full 满分、fast 过快（用时少于全体中位数的四分之一或 1 秒）、band 分数段、near_line 总分接近某条线、apart 与同一份的另一位教师给分不同、second_reader 与对照评分（AI）相差超过误差阈值、old_rubric 按现行版本之前的评分标准给分、mixed 混合（随机、极端分、过快，给出分数线时还有临界）',
      },
    ),
  ),
  /** `band`: totals of the reading from, up to and including. */
  low_milli: Type.Optional(MilliScore),
  high_milli: Type.Optional(MilliScore),
  /** `random`, `mixed`. */
  percent: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: SAMPLE_SHARES[0],
      description: `每位教师的评阅中抽取的百分比，向上取整；不填为 ${SAMPLE_SHARES[0]}%`,
    }),
  ),
  /** Submitted from this time to that, both included; with any kind. */
  submitted_from: Type.Optional(Moment),
  submitted_to: Type.Optional(Moment),
  /** `near_line`, `mixed`: subject totals within `window_milli` of the line. */
  line_milli: Type.Optional(MilliScore),
  window_milli: Type.Optional(MilliScore),
  /** `apart`: further than this from another reader of the same paper; 0 without, for any difference. */
  gap_milli: Type.Optional(MilliScore),
}

export const SpotTask = Type.Object({
  /** The reading that is checked. */
  task_detail_id: Id,
  unit_id: Id,
  version: PaperVersion,
  /** Who else has the paper on the table; null when it is the caller's for some minutes. */
  held_by: nullable(Type.String()),
  /** Checks of the paper so far, the last first. */
  checks: Type.Array(PaperCheck),
  marker_id: Id,
  marker_name: Type.String(),
  secret_code: Type.String(),
  role: Type.String(),
  points: Type.Array(MarkPoint),
  best_of: BestOfCount,
  answered: AnsweredQuestions,
  images: Type.Array(MarkImage),
  scores: Type.Array(MilliScore),
  total_milli: MilliScore,
  /** What the marker drew; null when nothing was. */
  traces: nullable(Traces),
  active_ms: nullable(Count),
  submitted_at: Time,
  /** Version of the rubric that it was given under, and the one that holds; 0 for none. */
  rubric_version: nullable(Count),
  rubric_now: Count,
  /** Entries of the rubric that it was given by. */
  pressed: Type.Array(PressedEntry),
  /** Set by a decision or several readings; then a correction of one reading changes more than its own. */
  final_milli: nullable(MilliScore),
  /** How often this reading was sent back, and how often it may be. */
  rejections: Count,
  rejection_limit: Count,
  /** Why it can not be sent back; null when it can. */
  reject_reason: nullable(Type.String()),
  read_again: ReadAgain,
  /** Of a `second_reader` sample: what the second reader gave. */
  second_reader: Type.Optional(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      scores: Type.Array(MilliScore),
      total_milli: MilliScore,
      confidence: nullable(Count),
      reason: Type.String(),
    }),
  ),
})

const MixedPartCode = Type.Union(
  [
    Type.Literal('random'),
    Type.Literal('extreme'),
    Type.Literal('fast'),
    Type.Literal('near_line'),
  ],
  {
    description: Object.entries(MIXED_PARTS)
      .map(([code, name]) => `${code} ${name}`)
      .join('、'),
  },
)

/** What a sample has next, and how far it is. */
export const SampleReply = Type.Object({
  task: nullable(SpotTask),
  /** Readings of the sample that nobody has checked yet, and those of them that others have on the table. */
  remaining: Count,
  held: Count,
  /** `mixed`: how many of them were drawn for what. */
  parts: Type.Optional(Type.Array(Type.Object({ part: MixedPartCode, count: Count }))),
  /** Readings checked today by anybody, of the marker on the table (of the block without one). */
  checked_today: Count,
  daily_target: Count,
})

export const spotCheckGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/spot/check/get',
  summary:
    '按抽样条件取下一份待抽查的评阅，附样本数量与当日进度；取到的一份为本人保留两分钟，别人取不到同一份',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ ...sample, task_detail_id: Type.Optional(Id) }),
  reply: SampleReply,
  errors: [
    'MARKING_READING_NOT_FOUND',
    'MARKING_REJECT_INVALID',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_RELATIVE',
    'MARKING_SPOT_CHECK_READER',
    'MARKING_ARBITRATE_FIRST',
  ],
})

export const spotCheckHold = defineRoute({
  method: 'POST',
  path: '/v1/marker/spot/check/hold',
  summary:
    '续留正在抽查的一份（两分钟有效，重复调用续期），或放回（leave）；监管人员与题块的题组长可用',
  area: 'marking',
  // Leaders of the block as well, whatever their role supervises: it is asked who leads it.
  access: can('exam.read', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    task_detail_id: Id,
    /** Gives it back: others may be given it at once. */
    leave: Type.Optional(Type.Literal(1)),
  }),
  reply: Type.Object({
    /** Who has it now, where it is not the caller. */
    held_by: nullable(Type.String()),
    /** As it is now: another one than that of the task says that somebody decided something since. */
    version: PaperVersion,
  }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_LEADERS_ONLY', 'MARKING_READING_NOT_FOUND'],
})

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
