import Type from 'typebox'
import { UnitFlagCounts } from './marking-parts.ts'
import { can, defineRoute, Id, MilliScore, nullable, Ratio, Time } from './route.ts'
import { Count, onExam, onBlock, pace } from './supervision-parts.ts'

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
