import Type from 'typebox'
import { Count } from './marking-parts.ts'
import { can, defineRoute, Id, nullable, Time } from './route.ts'

export const DeadlineTime = Type.String({
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,3})?)?Z$',
  description: 'UTC 时间，ISO 8601',
})
const Hours = nullable(Type.Number({ minimum: 0, description: '阅卷小时数' }))

const BalanceState = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  is_on: Type.Boolean(),
  /** When marking is to be done; null where no time is set. */
  deadline: nullable(Time),
  /** The time of the subject, which holds where the block has none of its own. */
  subject_deadline: nullable(Time),
  /** Who switched it last, and when; null where nobody ever did: on for average allocation. */
  switched: nullable(Type.Object({ by_name: Type.String(), at: Time })),
  /** Why there is nothing to balance in this block at all, in Chinese; null where there may be. */
  refusal: nullable(Type.String()),
  /** Would a balancing change anything now? */
  is_due: Type.Boolean(),
  /** How the work lies: to be balanced, even, nothing to be said of it now, or nobody there to take over. */
  standing: Type.Union(
    [Type.Literal('due'), Type.Literal('even'), Type.Literal('unknown'), Type.Literal('nobody')],
    {
      description:
        'due 需要平衡、even 不需要、unknown 现在看不出或没有人阅卷、nobody 没有能接手的教师',
    },
  ),
  /** What it would do now or why nothing, in Chinese. */
  reason: Type.String(),
  moved: Count,
  even_hours: Hours,
  markers: Type.Array(
    Type.Object({
      marker_id: Id,
      name: Type.String(),
      done: Count,
      claimed: Count,
      target: Count,
      /** Null where too few readings say it. */
      pace_per_hour: nullable(Type.Number()),
      absence: nullable(
        Type.Union([Type.Literal('idle'), Type.Literal('warned'), Type.Literal('unqualified')], {
          description:
            '剩余任务为什么不再算作本人完成：idle 超过 24 小时没有提交、warned 种子卷不合格等待确认、unqualified 没有通过定标',
        }),
      ),
      /** Null: never, or nobody's pace is known. */
      hours_left: Hours,
      new_target: Count,
      new_hours_left: Hours,
    }),
  ),
  /** The latest first. */
  events: Type.Array(
    Type.Object({
      event_id: Id,
      kind: Type.Union([Type.Literal('on'), Type.Literal('off'), Type.Literal('balance')]),
      /** Null for one by the clock. */
      by_name: nullable(Type.String()),
      at: Time,
      reason: Type.String(),
      moved: Count,
      /** The allocation before, to go back to. */
      alloc_mode: Count,
      quotas_are_weights: Count,
      markers: Type.Array(
        Type.Object({
          marker_id: Id,
          name: Type.String(),
          quota_before: nullable(Count),
          target_before: Count,
          target_after: Count,
        }),
      ),
    }),
  ),
})

export const balanceGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/balance',
  summary: '自动平衡：是否开启、现在平衡会怎样调整、历次平衡的记录',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: BalanceState,
})

export const balanceSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/balance',
  summary:
    '开启（on）、关闭（off）自动平衡，立即平衡一次（now），恢复到最近一次平衡之前（undo，同时关闭自动平衡），或设定阅卷期限（deadline）',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([
      Type.Literal('on'),
      Type.Literal('off'),
      Type.Literal('now'),
      Type.Literal('undo'),
      Type.Literal('deadline'),
    ]),
    /** With `undo`: the balancing that is taken back, the latest of the block. */
    event_id: Type.Optional(Id),
    /** With `deadline`: when marking is to be done; null takes it away. */
    deadline: Type.Optional(nullable(DeadlineTime)),
    /** With `deadline`: refused where another than this is set by now. Not said, it is not asked. */
    deadline_seen: Type.Optional(nullable(DeadlineTime)),
  }),
  reply: BalanceState,
  errors: [
    'MARKING_SETTINGS_CHANGED',
    'MARKING_BALANCE_NO_TARGETS',
    'MARKING_BALANCE_NOTHING',
    'MARKING_ALLOCATION_CHANGED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'MARKING_WEIGHT_INVALID',
  ],
})
