import Type from 'typebox'
import { UnitFlagCounts } from './marking-parts.ts'
import { can, canOrAssigned, defineRoute, Id, MilliScore, nullable, Ratio, Time } from './route.ts'

const Count = Type.Integer({ minimum: 0 })
/**
 * Who may ask: everybody who sees the exam, or marks or leads a block of it. Supervisors get the subjects of their
 * scope; block leaders their blocks; other teachers their own blocks and, among markers, only their own row.
 */
const onExam = canOrAssigned('exam.read', { exam: 'query.exam_id' })
const onBlock = canOrAssigned('exam.read', { exam: 'query.exam_id', block: 'query.block_id' })

/** The papers of a block or subject, each counted once: the parts add up to `total`. */
export const PaperNumbers = Type.Object({
  total: Count,
  /** In the pool, in nobody's hands. */
  ready: Count,
  /** In a marker's hands. */
  claimed: Count,
  done: Count,
  third: Count,
  arbitration: Count,
  problem: Count,
  /** Waiting for somebody to confirm that nothing is written. */
  blank: Count,
  rejected: Count,
  /** Cut again at the moment. */
  waiting: Count,
})

const pace = {
  /** First and second readings submitted in the last hour of work. */
  speed_per_hour: Count,
  /** When the remaining readings would be done at that speed; null when nobody marks, or all is done. */
  eta: nullable(Time),
  /** Chinese: what the rest waits for, and with whom, where markers can not bring it on; null where they can. */
  waiting_for: nullable(Type.String()),
  /** By when it should be done: of a subject, the first of its blocks that are not; null where none is set. */
  deadline: nullable(Time),
}

export const SubjectProgressRow = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  numbers: PaperNumbers,
  block_count: Count,
  /** Candidates who may have a sheet, and how many of them have one. */
  expected: Count,
  scanned: Count,
  ...pace,
  /** What needs somebody's attention, in Chinese; empty when nothing does. */
  reasons: Type.Array(Type.String()),
})

/** Columns of the specification's progress table, and what a leader steers by. */
export const BlockProgressRow = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  status: Type.String({ description: 'setup 未开始、open 阅卷中、paused 已暂停、closed 已结束' }),
  /** Does the caller's role supervise it? Does the caller lead it? Neither: only marks in it. */
  is_supervised: Type.Boolean(),
  is_led: Type.Boolean(),
  numbers: PaperNumbers,
  marking_progress: Type.Number({ description: '题块完成百分比，截断到两位小数' }),
  marking_count: Type.Integer({ description: '已评人次（一评、二评），含已提交而等待重评的' }),
  reading_total: Type.Integer({ description: '应评人次（一评、二评）' }),
  free_count: Type.Integer({ description: '还可以领取的试卷份数（一评、二评）' }),
  point_name: Type.String(),
  score: MilliScore,
  question_count: Count,
  overrule_count: Type.Integer({ description: '打回次数' }),
  marking_teacher_count: Count,
  double_mode: Type.Integer(),
  double_ratio: Type.Number({ description: '双评比例（百分数）' }),
  alloc_method: Type.Integer(),
  /** Of the papers with two readings; null where the caller only marks in this block. */
  third_rate: nullable(Ratio),
  arbitration_rate: nullable(Ratio),
  agreement: nullable(Ratio),
  mean_milli: nullable(Type.Number()),
  sd_milli: nullable(Type.Number()),
  ...pace,
  /** Papers that are remarkable for how they came by their mark; null where the caller only marks in this block. */
  flag_counts: nullable(UnitFlagCounts),
  /** Papers that nobody may read: in the pool, or waiting for a marker who is gone. */
  stuck_count: Count,
  /** Of them, those that wait for a marker who is gone. */
  gone_count: Count,
  /** Who manages the exam, as others are told: 教务主任, of a joint exam 阅卷管理员. */
  managed_by: Type.String(),
  /** Claims older than half an hour. */
  idle_claims: Count,
  reasons: Type.Array(Type.String()),
})

export const SupervisionSnapshot = Type.Object({
  exam_id: Id,
  exam_name: Type.String(),
  updated_at: Time,
  /** Highest event that this state contains. */
  event_id: Count,
  /** Does the caller see some block in full, by the role or by leading it? Otherwise only the own work. */
  supervises: Type.Boolean(),
  /** Does the caller's role supervise the exam? Only then is there more to see of it than blocks. */
  by_role: Type.Boolean(),
  subjects: Type.Array(SubjectProgressRow),
  blocks: Type.Array(BlockProgressRow),
})

export const supervisedSubjects = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/subject/list',
  summary: '阅卷监管：各科与各题块的进度（按当前角色可见范围）',
  area: 'marking',
  access: onExam,
  query: Type.Object({ exam_id: Id }),
  reply: SupervisionSnapshot,
})

export const supervisedBlocks = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/block/list',
  summary: '阅卷监管：一个科目各题块的进度',
  area: 'marking',
  access: onExam,
  query: Type.Object({ exam_id: Id, subject_id: Type.Optional(Id) }),
  reply: Type.Object({ updated_at: Time, list: Type.Array(BlockProgressRow) }),
})

/**
 * The same as `supervisedSubjects`, sent again whenever something changes, at most once a second, as
 * events `progress`; and the caller's unread messages as events `messages`.
 */
export const supervisionEvents = defineRoute({
  method: 'GET',
  path: '/v1/marker/score/progress',
  summary: '阅卷进度实时推送（server-sent events；断线后以 Last-Event-ID 续接最新状态）',
  area: 'marking',
  // Who marks in the exam hears of messages; the figures are for whoever sees the exam: see the handler.
  access: can('marking.follow', { exam: 'query.exam_id' }),
  query: Type.Object({
    exam_id: Id,
    only: Type.Optional(Type.Literal('messages', { description: '只推送未读消息数' })),
  }),
  replyKind: 'events',
})

export const markingProgress = defineRoute({
  method: 'GET',
  path: '/v1/marker/progress',
  summary: '整场考试的阅卷进度合计',
  area: 'marking',
  access: onExam,
  query: Type.Object({ exam_id: Id }),
  reply: Type.Object({ updated_at: Time, numbers: PaperNumbers, ...pace }),
})

export const blockProgress = defineRoute({
  method: 'GET',
  path: '/v1/marker/block/progress',
  summary: '一个题块的进度与最近各小时的评阅份数',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id }),
  reply: Type.Object({
    row: BlockProgressRow,
    hours: Type.Array(Type.Object({ from: Time, count: Count })),
  }),
  errors: ['MARKING_LEADERS_ONLY'],
})

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

const ScoreCount = Type.Object({ score_milli: MilliScore, count: Count })

export const scoreDistribution = defineRoute({
  method: 'GET',
  path: '/v1/marker/score/distribution',
  summary:
    '一个题块的给分分布：终评分、全体评阅，以及每位教师（或 marker_id 指定的一位）的分布与对全体的分布距离',
  area: 'marking',
  access: onBlock,
  query: Type.Object({ exam_id: Id, block_id: Id, marker_id: Type.Optional(Id) }),
  reply: Type.Object({
    full_milli: MilliScore,
    /** The grid of its scores. */
    step_milli: MilliScore,
    finals: Type.Array(ScoreCount),
    /** First, second and third readings of all markers: the pool. */
    readings: Type.Array(ScoreCount),
    readings_n: Count,
    /** One row for each marker with readings, or for the one named; by name. */
    markers: Type.Array(
      Type.Object({
        marker_id: Id,
        name: Type.String(),
        readings: Type.Array(ScoreCount),
        n: Count,
        /** From the pool: 0 the same distribution, 1 nothing in common. */
        distance: Type.Number(),
      }),
    ),
  }),
  errors: ['MARKING_LEADERS_ONLY'],
})

export const scoreCurve = defineRoute({
  method: 'GET',
  path: '/v1/marker/score/curve',
  summary: '一位教师的给分曲线与题块总体对照（教师只能看本人）',
  area: 'marking',
  access: onBlock,
  query: Type.Object({
    exam_id: Id,
    block_id: Id,
    marker_id: Id,
    /** Only readings submitted from then on, and before. */
    since: Type.Optional(Time),
    until: Type.Optional(Time),
  }),
  reply: Type.Object({
    full_milli: MilliScore,
    /** The grid of its scores. */
    step_milli: MilliScore,
    pool: Type.Array(ScoreCount),
    marker: Type.Array(ScoreCount),
    pool_n: Count,
    marker_n: Count,
    /** When the first and the last of all readings of the block were submitted; null before the first. */
    first_at: nullable(Time),
    last_at: nullable(Time),
    /** 0 the same distribution, 1 nothing in common; null without readings. */
    distance: nullable(Type.Number()),
  }),
  errors: ['MARKING_LEADERS_ONLY'],
})

const exported = { exam_id: Id, subject_id: Type.Optional(Id) }
const exportOf = (path: string, summary: string) =>
  defineRoute({
    method: 'GET',
    path,
    summary,
    area: 'marking',
    access: can('marking.supervise', { exam: 'query.exam_id' }),
    query: Type.Object(exported),
    replyKind: 'file',
    errors: ['EXPORT_EMPTY'],
  })

export const exportSubjectProgress = exportOf(
  '/v1/new_marking_process/subject/export',
  '导出各科目进度',
)
export const exportBlockProgress = exportOf(
  '/v1/new_marking_process/block/export',
  '导出各题块进度',
)
export const exportSchoolProgress = exportOf(
  '/v1/new_marking_process/school/export',
  '导出各校进度',
)
export const exportMarkerProgress = defineRoute({
  method: 'GET',
  path: '/v1/new_marking_process/marker/export',
  summary: '导出阅卷教师进度与质量；unfinished 为 1 时导出未完成任务的教师名单',
  area: 'marking',
  access: can('marking.supervise', { exam: 'query.exam_id' }),
  query: Type.Object({
    ...exported,
    block_id: Type.Optional(Id),
    unfinished: Type.Optional(Type.Literal(1, { description: '只导出还有试卷未评的教师' })),
  }),
  replyKind: 'file',
  errors: ['EXPORT_EMPTY'],
})
