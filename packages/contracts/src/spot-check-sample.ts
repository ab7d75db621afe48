import { MIXED_PARTS, SAMPLE_SHARES } from '@hengjuan/domain'
import Type from 'typebox'
import { DeadlineTime as Moment } from './marking-balance.ts'
import {
  AnsweredQuestions,
  BestOfCount,
  Count,
  MarkImage,
  MarkPoint,
  PaperCheck,
  PaperVersion,
  PressedEntry,
  Traces,
} from './marking-parts.ts'
import { ReadAgain } from './marking-read-again.ts'
import { can, defineRoute, Id, MilliScore, nullable, Time } from './route.ts'

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
