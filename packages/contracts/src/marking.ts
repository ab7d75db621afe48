import Type from 'typebox'
import { can, defineRoute, done, Id, MilliScore, nullable, Time } from './route.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const
const Count = Type.Integer({ minimum: 0 })
const Flag01 = Type.Integer({ minimum: 0, maximum: 1 })
const IdemKey = Type.String({ minLength: 8, maxLength: 64, description: '同一次提交的唯一编号' })

/** A row that is scored by itself. For an optional question only those of the chosen one are served. */
export const MarkPoint = Type.Object({
  id: Id,
  question_no: nullable(Type.String()),
  name: Type.String(),
  full_milli: MilliScore,
  step_milli: MilliScore,
})

/** How the marking page behaves. @source specification, section 9 */
export const MarkPageSettings = Type.Object({
  score_type: Type.Integer({ minimum: 1, maximum: 3, description: '1 鼠标 2 键盘 3 两者' }),
  add_type: Type.Integer({ minimum: 0, maximum: 1, description: '0 累加 1 扣减' }),
  submit_type: Type.Integer({ minimum: 1, maximum: 2, description: '1 自动提交 2 手动提交' }),
  traces: Type.Integer({ minimum: 0, maximum: 1, description: '0 关闭痕迹 1 保留痕迹' }),
})

const editable = {
  mark_mode: Type.Integer({ minimum: 0, maximum: 4 }),
  alloc_mode: Type.Integer({ minimum: 1, maximum: 3 }),
  tolerance_milli: Type.Integer({ minimum: 0 }),
  compare_scope: Type.Union([Type.Literal('total'), Type.Literal('point'), Type.Literal('both')]),
  combine: Type.Union([
    Type.Literal('mean'),
    Type.Literal('higher'),
    Type.Literal('lower'),
    Type.Literal('first'),
  ]),
  round_step_milli: Type.Union([Type.Literal(0), Type.Literal(500), Type.Literal(1000)]),
  round_mode: Type.Union([Type.Literal('half_up'), Type.Literal('ceil'), Type.Literal('floor')]),
  double_ratio: Type.Number({
    exclusiveMinimum: 0,
    maximum: 100,
    description: '双评比例（百分数）',
  }),
  avoid_own_class: Flag01,
  auto_top_up: Flag01,
  rubric: Type.String({ maxLength: 20_000, description: '评分标准' }),
  ...MarkPageSettings.properties,
}

export const BlockSettings = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  full_milli: MilliScore,
  status: Type.String({ description: 'setup 未开始、open 阅卷中、paused 已暂停、closed 已结束' }),
  ...editable,
  default_tolerance_milli: MilliScore,
  points: Type.Array(MarkPoint),
  unit_count: Count,
  expected_count: Count,
  reading_count: Count,
  marker_count: Count,
  leader_count: Count,
  /** Pairs of readings so far, and how many of them lie over the tolerance. */
  pair_count: Count,
  over_count: Count,
})

export const blockSettingsGet = defineRoute({
  method: 'GET',
  path: '/v1/marker/batch/question/set',
  summary: '一个科目各题块的阅卷设置',
  area: 'marking',
  access: can('marking.supervise', onSubject),
  query: Type.Object({ exam_id: Id, subject_id: Id }),
  reply: Type.Object({
    exam_name: Type.String(),
    subject_name: Type.String(),
    blocks: Type.Array(BlockSettings),
  }),
})

export const blockSettingsSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/batch/question/set',
  summary: '保存多个题块的阅卷设置；已有评阅的题块不能改评卷方式',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    blocks: Type.Array(
      Type.Object({ block_id: Id, ...Type.Partial(Type.Object(editable)).properties }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  reply: done,
  errors: ['MARKING_BLOCK_NOT_FOUND', 'MARKING_TOLERANCE_INVALID', 'MARKING_SETTINGS_LOCKED'],
})

export const BlockMarker = Type.Object({
  marker_id: Id,
  name: Type.String(),
  duty: Type.String({ description: 'marker 阅卷教师、leader 题组长（仲裁）' }),
  quota: nullable(Count),
  weight: Type.Integer(),
  allow_exceed: Flag01,
  suspended: Flag01,
  target: nullable(Count),
  done: Count,
  third_done: Count,
  claimed: Count,
  rejected: Count,
})

export const blockMarkers = defineRoute({
  method: 'GET',
  path: '/v1/marker/get',
  summary: '一个题块的阅卷教师与任务',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    status: Type.String(),
    unit_count: Count,
    final_count: Count,
    list: Type.Array(BlockMarker),
  }),
})

export const Allocation = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  alloc_mode: Type.Integer(),
  quotas_are_weights: Flag01,
  /** Papers of the block: those cut so far, or those expected while scanning goes on. */
  units: Count,
  /** First and second readings in all. */
  readings: Count,
  markers_needed: Type.Integer(),
  list: Type.Array(BlockMarker),
  problems: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
})

export const allocationGet = defineRoute({
  method: 'GET',
  path: '/v1/joint/task/alloc/marker',
  summary: '题块的任务分配：每位阅卷教师的任务量、目标与校验结果',
  area: 'joint exams',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Allocation,
})

export const allocationSet = defineRoute({
  method: 'POST',
  path: '/v1/joint/task/alloc/marker',
  summary: '保存题块的任务分配；不在名单中且没有评阅的教师被移除',
  area: 'joint exams',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    alloc_mode: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
    quotas_are_weights: Type.Optional(Flag01),
    markers: Type.Array(
      Type.Object({
        marker_id: Id,
        duty: Type.Optional(Type.Union([Type.Literal('marker'), Type.Literal('leader')])),
        quota: Type.Optional(nullable(Type.Integer({ minimum: 0 }))),
        weight: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
        allow_exceed: Type.Optional(Flag01),
        suspended: Type.Optional(Flag01),
      }),
      { maxItems: 500 },
    ),
  }),
  reply: Allocation,
  errors: [
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_QUOTA_OVER',
    'MARKING_WEIGHT_INVALID',
    'MARKING_MARKER_HAS_WORK',
    'STAFF_NOT_FOUND',
  ],
})

export const markerDelete = defineRoute({
  method: 'POST',
  path: '/v1/marker/delete',
  summary: '移除题块的一位阅卷教师；手中未提交的试卷收回，已有评阅的不能移除',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, marker_id: Id }),
  reply: done,
  errors: ['MARKING_MARKER_HAS_WORK', 'STAFF_NOT_FOUND'],
})

export const markingConfirm = defineRoute({
  method: 'POST',
  path: '/v1/marker/confirm',
  summary: '确认阅卷设置并开启阅卷（不填题块时为全部题块）',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({ exam_id: Id, subject_id: Id, block_ids: Type.Optional(Type.Array(Id)) }),
  reply: Type.Object({ opened: Count }),
  errors: [
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_ARBITRATOR_MISSING',
    'MARKING_BLOCK_NOT_FOUND',
  ],
})

export const blockStatusSet = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/status',
  summary: '开启、暂停、结束题块阅卷，或收回未提交的试卷（可指定一位教师）',
  area: 'marking',
  access: can('marking.setup', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    action: Type.Union([
      Type.Literal('open'),
      Type.Literal('pause'),
      Type.Literal('close'),
      Type.Literal('recall'),
    ]),
    marker_id: Type.Optional(Id),
  }),
  reply: Type.Object({ status: Type.String(), recalled: Count }),
})

export const ledBlocks = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/list',
  summary: '本人负责的题块与待处理数量',
  area: 'marking',
  access: can('marking.arbitrate'),
  reply: Type.Array(
    Type.Object({
      block_id: Id,
      block_name: Type.String(),
      exam_id: Id,
      exam_name: Type.String(),
      subject_id: Id,
      subject_name: Type.String(),
      status: Type.String(),
      unit_count: Count,
      final_count: Count,
      arbitration_count: Count,
      problem_count: Count,
    }),
  ),
})

/** A row of the specification's marking task table, with what the marker needs to begin. */
export const MarkTaskRow = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  exam_id: Id,
  exam_name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  status: Type.String(),
  marking_progress: Type.Number({ description: '题块完成百分比，截断到两位小数' }),
  marking_count: Type.Integer({ description: '本人已评份数' }),
  target: nullable(Count),
  claimed_count: Count,
  rejected_count: Count,
  pool_count: Type.Integer({ description: '本人现在可评的份数' }),
  point_name: Type.String(),
  score: MilliScore,
  question_count: Count,
  overrule_count: Type.Integer({ description: '本人被打回次数' }),
  marking_teacher_count: Count,
  double_mode: Type.Integer(),
  alloc_method: Type.Integer(),
  unit_count: Count,
  final_count: Count,
})

export const ownTasks = defineRoute({
  method: 'GET',
  path: '/v1/marker/get/task/list',
  summary: '本人的阅卷任务',
  area: 'marking',
  access: can('marking.mark'),
  query: Type.Object({ exam_id: Type.Optional(Id) }),
  reply: Type.Array(MarkTaskRow),
})

/** Own work in a block. Nobody sees another marker's. */
export const OwnProgress = Type.Object({
  status: Type.String(),
  done: Count,
  target: nullable(Count),
  claimed: Count,
  rejected: Count,
  median_ms: nullable(Type.Integer()),
  /** Own totals given so far: score and how often, ascending. */
  distribution: Type.Array(Type.Object({ score_milli: MilliScore, count: Count })),
})

export const markInfo = defineRoute({
  method: 'GET',
  path: '/v1/marker/simple/info',
  summary: '阅卷页的题块信息：给分点、评分标准、给分设置',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    block_id: Id,
    block_name: Type.String(),
    exam_id: Id,
    exam_name: Type.String(),
    subject_id: Id,
    subject_name: Type.String(),
    full_milli: MilliScore,
    status: Type.String(),
    mark_mode: Type.Integer(),
    tolerance_milli: MilliScore,
    points: Type.Array(MarkPoint),
    rubric: Type.String(),
    settings: MarkPageSettings,
    image_count: Count,
    may_mark: Type.Boolean(),
    may_arbitrate: Type.Boolean(),
    mine: OwnProgress,
  }),
  errors: ['MARKING_NOT_ASSIGNED'],
})

export const MarkImage = Type.Object({
  url: Type.String(),
  hash: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
})

/** A paper in a marker's hands. Says nothing about the candidate or about other readings. */
export const MarkTask = Type.Object({
  reading_id: Id,
  unit_id: Id,
  secret_code: Type.String(),
  kind: Type.Union([Type.Literal('normal'), Type.Literal('rejected'), Type.Literal('backmark')]),
  points: Type.Array(MarkPoint),
  images: Type.Array(MarkImage),
  ink_ratio: Type.Number(),
  lease_until: nullable(Time),
  /** Own earlier scores, for a rejected paper and for back-marking. */
  scores: nullable(Type.Array(MilliScore)),
  flags: Type.Array(Type.String()),
  /** Why an own reading can not be changed any more; null when it can. */
  locked_reason: nullable(Type.String()),
  submitted_at: nullable(Time),
})

export const MarkQueue = Type.Object({
  tasks: Type.Array(MarkTask),
  /** Why there is nothing new: `empty`, `at_quota`, `paused`, `closed`, `setup`, `suspended`. */
  reason: nullable(Type.String()),
  mine: OwnProgress,
})

export const markNext = defineRoute({
  method: 'GET',
  path: '/v1/marker/single',
  summary: '领取下一份（批）试卷；给出 reading_id 时打开本人的一份评阅',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({
    block_id: Id,
    n: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 6 })),
    reading_id: Type.Optional(Id),
    /** With `reading_id`: the own reading submitted just before it. */
    previous: Type.Optional(Flag01),
  }),
  reply: MarkQueue,
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_READING_NOT_FOUND', 'MARKING_NOT_YOUR_READING'],
})

const ProblemBody = Type.Object({
  reason: Type.String({ maxLength: 40 }),
  note: Type.Optional(Type.String({ maxLength: 500 })),
})

const judgement = {
  scores: Type.Array(nullable(Type.Integer()), { maxItems: 100 }),
  flags: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 8 })),
  active_ms: Type.Optional(Count),
  traces: Type.Optional(nullable(Type.Unknown())),
}

export const markSubmit = defineRoute({
  method: 'POST',
  path: '/v1/marker/set',
  summary: '提交一份评阅或问题卷，并补领下一批；同一 idem_key 重复提交结果相同',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    reading_id: Id,
    idem_key: IdemKey,
    ...Type.Partial(Type.Object(judgement)).properties,
    problem: Type.Optional(ProblemBody),
    refill: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 10, description: '希望手中持有的份数，0 不补领' }),
    ),
  }),
  reply: Type.Object({
    reading_id: Id,
    outcome: Type.Union([
      Type.Literal('submitted'),
      Type.Literal('repeat'),
      Type.Literal('problem'),
    ]),
    /** Everything in the marker's hands after the refill. */
    queue: nullable(MarkQueue),
  }),
  errors: [
    'MARKING_LEASE_LOST',
    'MARKING_OFF_GRID',
    'MARKING_SCORE_OUT_OF_RANGE',
    'MARKING_EMPTY_POINT',
    'MARKING_POINT_COUNT',
    'MARKING_BLOCK_CLOSED',
    'MARKING_NOT_YOUR_READING',
    'MARKING_UNIT_LOCKED',
    'MARKING_IDEMPOTENCY_MISMATCH',
    'MARKING_PROBLEM_REASON_MISSING',
  ],
})

export const markCorrect = defineRoute({
  method: 'POST',
  path: '/v1/marker/markedcorrect',
  summary: '回评：修改本人已提交的评阅',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({ block_id: Id, reading_id: Id, idem_key: IdemKey, ...judgement }),
  reply: Type.Object({ reading_id: Id, mine: OwnProgress }),
  errors: ['MARKING_BACKMARK_CLOSED', 'MARKING_NOT_YOUR_READING', 'MARKING_OFF_GRID'],
})

export const markReturn = defineRoute({
  method: 'POST',
  path: '/v1/marker/reset',
  summary: '归还本人已领取但未提交的试卷，由他人或稍后再评',
  area: 'marking',
  access: can('marking.mark', { block: 'body.block_id' }),
  body: Type.Object({
    block_id: Id,
    reading_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  }),
  reply: Type.Object({ returned: Count }),
})

export const markStatus = defineRoute({
  method: 'GET',
  path: '/v1/marker/status',
  summary: '阅卷状态：题块是否开放、本人进度、手中试卷；renew=1 时续期',
  area: 'marking',
  access: can('marking.mark', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id, renew: Type.Optional(Flag01) }),
  reply: Type.Object({
    status: Type.String(),
    claims: Type.Array(Type.Object({ reading_id: Id, lease_until: nullable(Time) })),
    /** Scores that came too late and were not taken. */
    unplaced: Type.Array(
      Type.Object({
        reading_id: Id,
        secret_code: Type.String(),
        total_milli: MilliScore,
        images: Type.Array(MarkImage),
      }),
    ),
    mine: OwnProgress,
  }),
})

const LeaderMode = Type.Union([Type.Literal('arbitration'), Type.Literal('problem')])

export const leaderList = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/arbitration/list',
  summary: '待仲裁试卷（mode=arbitration）或问题卷（mode=problem）',
  area: 'marking',
  access: can('marking.arbitrate'),
  query: Type.Object({ mode: LeaderMode, block_id: Type.Optional(Id) }),
  reply: Type.Object({
    list: Type.Array(
      Type.Object({
        unit_id: Id,
        block_id: Id,
        block_name: Type.String(),
        exam_name: Type.String(),
        subject_name: Type.String(),
        secret_code: Type.String(),
        full_milli: MilliScore,
        gap_milli: nullable(MilliScore),
        tolerance_milli: MilliScore,
        waiting_since: Time,
        /** Who holds it now; null when nobody does. */
        held_by: nullable(Type.String()),
        /** Why the caller can not take it; null when they can. */
        blocked_reason: nullable(Type.String()),
        reason: nullable(Type.String()),
        note: Type.String(),
        raised_by: nullable(Type.String()),
      }),
    ),
    total: Count,
  }),
})

export const LeaderTask = Type.Object({
  unit_id: Id,
  block_id: Id,
  secret_code: Type.String(),
  reading_id: nullable(Id),
  lease_until: nullable(Time),
  points: Type.Array(MarkPoint),
  images: Type.Array(MarkImage),
  ink_ratio: Type.Number(),
  /** Earlier readings in the order of reading; nobody is named. */
  readings: Type.Array(
    Type.Object({ label: Type.String(), scores: Type.Array(MilliScore), total_milli: MilliScore }),
  ),
  /** Points on which the readings disagree. */
  disagree: Type.Array(Type.Boolean()),
  /** Where to begin: the mean where readings agree, null where the leader decides. */
  draft: Type.Array(nullable(MilliScore)),
  gap_milli: nullable(MilliScore),
  tolerance_milli: MilliScore,
  waiting_since: Time,
  problem: nullable(
    Type.Object({
      reason: Type.String(),
      reason_name: Type.String(),
      note: Type.String(),
      raised_by: nullable(Type.String()),
    }),
  ),
  /** Questions of an optional group to choose from; empty when none has to be chosen. */
  choices: Type.Array(Type.Object({ question_id: Id, no: Type.String() })),
  choose: Count,
})

export const leaderNext = defineRoute({
  method: 'GET',
  path: '/v1/questionmaster/arbitration/get',
  summary: '下一份（或指定的）仲裁卷、问题卷',
  area: 'marking',
  access: can('marking.arbitrate', { block: 'query.block_id', unit: 'query.unit_id' }),
  query: Type.Object({
    mode: LeaderMode,
    block_id: Type.Optional(Id),
    unit_id: Type.Optional(Id),
  }),
  reply: Type.Object({ task: nullable(LeaderTask), remaining: Count }),
  errors: ['MARKING_NOT_ASSIGNED', 'MARKING_ARBITRATOR_IS_READER', 'MARKING_SLOT_TAKEN'],
})

export const leaderDecide = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/arbitration/set',
  summary: '提交仲裁分，或处理问题卷：给分、退回阅卷、退回切图',
  area: 'marking',
  access: can('marking.arbitrate', { unit: 'body.unit_id' }),
  body: Type.Object({
    mode: LeaderMode,
    unit_id: Id,
    reading_id: Type.Optional(nullable(Id)),
    idem_key: IdemKey,
    ...Type.Partial(Type.Object(judgement)).properties,
    outcome: Type.Optional(
      Type.Union([Type.Literal('score'), Type.Literal('return'), Type.Literal('to_image')]),
    ),
    /** Problem returned to somebody else than who raised it. */
    exclude_raiser: Type.Optional(Flag01),
    /** Which of the optional questions the paper answers. */
    question_ids: Type.Optional(Type.Array(Id, { maxItems: 8 })),
  }),
  reply: Type.Object({ state: Type.String() }),
  errors: [
    'MARKING_NOT_ASSIGNED',
    'MARKING_ARBITRATOR_IS_READER',
    'MARKING_SLOT_TAKEN',
    'MARKING_UNIT_NOT_OPEN',
    'MARKING_NOT_A_PROBLEM',
    'MARKING_OFF_GRID',
  ],
})

export const markingRoutes = {
  blockSettingsGet,
  blockSettingsSet,
  blockMarkers,
  allocationGet,
  allocationSet,
  markerDelete,
  markingConfirm,
  blockStatusSet,
  ledBlocks,
  ownTasks,
  markInfo,
  markNext,
  markSubmit,
  markCorrect,
  markReturn,
  markStatus,
  leaderList,
  leaderNext,
  leaderDecide,
}
