import Type from 'typebox'
import { canOrAssigned, defineRoute, Id, MilliScore, nullable, Ratio, Time } from './route.ts'
import { Count, onBlock } from './supervision-parts.ts'

export const MarkerProgressRow = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  /** Full marks of the block, which differences of several blocks are compared by. */
  full_milli: MilliScore,
  marker_id: Id,
  name: Type.String(),
  duty: Type.String(),
  suspended: Type.Boolean(),
  /** Has left: the account is out of use. */
  disabled: Type.Boolean(),
  done: Count,
  third_done: Count,
  target: nullable(Count),
  claimed: Count,
  /** Readings that the statistics rest on: below 20 no rate is shown, below 50 in grey. */
  n: Count,
  mean_milli: nullable(Type.Number()),
  sd_milli: nullable(Type.Number()),
  severity_milli: nullable(Type.Number()),
  severity_error_milli: nullable(Type.Number()),
  median_ms: nullable(Type.Number()),
  p10_ms: nullable(Type.Number()),
  p90_ms: nullable(Type.Number()),
  agreement: Ratio,
  consistency: Ratio,
  third_rate: Ratio,
  arbitration_rate: Ratio,
  /** Of pairs: the same score, and no more than one step apart. */
  exact_agreement: Ratio,
  step_agreement: Ratio,
  /** Exact agreement that is expected of two readers of a question so large; null where no convention is. */
  exact_target: nullable(Count),
  /** Own scores minus what others made of the same papers, with the standard error, over so many papers. */
  bias_milli: nullable(Type.Number()),
  bias_error_milli: nullable(Type.Number()),
  bias_count: Count,
  fast_outliers: Ratio,
  /** Readings of which the final mark was made, of those whose papers have one. */
  valid_reviews: Ratio,
  /** Sent back at least once, of those spot-checked. */
  rejection: Ratio,
  /** Seeds passed, of those marked. */
  seeds: Ratio,
  /** Own papers that were given nearly the same the second time, of those served again. */
  self: Ratio,
  /** Where the marker stands with seeds: ok, second, warned, suspended; null without seeds. */
  seed_state: nullable(Type.String()),
  /** Second half of the readings against the first, over what all gave in the same hours. */
  drift_milli: nullable(Type.Number()),
  drift_error_milli: nullable(Type.Number()),
  /** Slope of the same over time, least squares; null below an hour from the first reading to the last. */
  drift_per_hour_milli: nullable(Type.Number()),
  /** Of the pairs with the other of the first two readers; kappa of score bands where those are given. */
  pair_count: Count,
  qwk: nullable(Type.Number()),
  qwk_band_milli: nullable(MilliScore),
  smd: nullable(Type.Number()),
  /** What speaks for marking by a program; two or more are an alert. */
  automation: Type.Array(Type.String()),
  overrule_count: Count,
  last_active: nullable(Time),
  /** Readings of each of the last eight hours, oldest first. */
  hours: Type.Array(Count),
  /** Of the last sixty minutes: the hour that runs has just begun at times. */
  last_hour: Count,
  light: Type.Union([
    Type.Literal('green'),
    Type.Literal('amber'),
    Type.Literal('red'),
    Type.Literal('grey'),
  ]),
  /** Why the light is not green, in Chinese. */
  reasons: Type.Array(Type.String()),
  /** What is beyond the limit and yet no reason, with why not, in Chinese. */
  notes: Type.Array(Type.String()),
})

export const supervisedMarkers = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/list',
  summary: '阅卷监管：阅卷教师的进度与评阅质量（教师只看到本人）',
  area: 'marking',
  access: onBlock,
  query: Type.Object({
    exam_id: Id,
    subject_id: Type.Optional(Id),
    block_id: Type.Optional(Id),
  }),
  reply: Type.Object({ updated_at: Time, list: Type.Array(MarkerProgressRow) }),
})

/** What the table of all who mark an exam shows of each; the rest is asked for block by block. */
const MarkerTableRow = Type.Pick(MarkerProgressRow, [
  'block_id',
  'block_name',
  'full_milli',
  'marker_id',
  'name',
  'duty',
  'suspended',
  'disabled',
  'done',
  'third_done',
  'target',
  'n',
  'mean_milli',
  'severity_milli',
  'severity_error_milli',
  'median_ms',
  'agreement',
  'consistency',
  'arbitration_rate',
  'rejection',
  'seeds',
  'last_active',
  'hours',
  'light',
  'reasons',
  'notes',
])

/** Of a region's thousands of markers this is half of `supervisedMarkers`, and a third as it is sent. */
export const markerTable = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/table',
  summary: '阅卷监管：各题块阅卷教师一览（教师只看到本人），只含一览表显示的各项',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({ updated_at: Time, list: Type.Array(MarkerTableRow) }),
})

/** How many markers of a block somebody has to look at; the rows of all of them are megabytes where a region marks. */
export const markerAlerts = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/alerts',
  summary: '阅卷监管：各题块需要处理的阅卷教师人数（只含可以查看全部教师的题块）',
  area: 'marking',
  access: canOrAssigned('exam.read', { exam: 'query.exam_id' }),
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        block_id: Id,
        /** Stopped by their seeds, until a leader decides. */
        stopped: Count,
        /** Of a red light. */
        red: Count,
        /** With enough signs of a program. */
        automatic: Count,
      }),
    ),
  }),
})

/** Who could help with a block; found by the server, which need not send everybody who marks the exam. */
export const markerHelpers = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/helpers',
  summary: '阅卷监管：本学科可以支援一个题块的阅卷教师（自己的任务已经评完）',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id }),
  reply: Type.Object({
    count: Count,
    /** The first of them: the fastest of the last hour. */
    list: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        /** The block that the person has finished. */
        block_name: Type.String(),
      }),
    ),
  }),
})
