import {
  BACK_MARK,
  GUARD_LIMITS,
  MOST_DAY_SEEDS,
  MOST_SELF_RATIO,
  QUALIFICATION_LIMITS,
  QUALIFY_SOURCES,
  MOST_BLANK_INK,
} from '@hengjuan/domain'
import Type from 'typebox'
import { DeadlineTime } from './marking-balance.ts'
import {
  Count,
  Flag01,
  MarkPageSettings,
  MarkPoint,
  MarkScopeCode,
  SchoolGroups,
  Unreached,
} from './marking-parts.ts'
import {
  can,
  canOrLeads,
  defineRoute,
  done,
  Id,
  type InputOf,
  MilliScore,
  nullable,
  Time,
} from './route.ts'

const onSubject = { exam: 'query.exam_id', subject: 'query.subject_id' } as const

const editable = {
  mark_mode: Type.Integer({ minimum: 0, maximum: 4 }),
  alloc_mode: Type.Integer({ minimum: 1, maximum: 3 }),
  tolerance_milli: Type.Integer({ minimum: 0 }),
  compare_scope: Type.Union([Type.Literal('total'), Type.Literal('point'), Type.Literal('both')]),
  point_tolerances: Type.Array(
    Type.Object({ point_id: Id, tolerance_milli: Type.Integer({ minimum: 0 }) }),
    {
      maxItems: 100,
      description: '各给分点允许的误差；误差按给分点比较时使用，没有设置过的取默认值',
    },
  ),
  combine: Type.Union([
    Type.Literal('mean'),
    Type.Literal('higher'),
    Type.Literal('lower'),
    Type.Literal('first'),
  ]),
  round_step_milli: Type.Union([Type.Literal(0), Type.Literal(500), Type.Literal(1000)]),
  round_mode: Type.Union([Type.Literal('half_up'), Type.Literal('ceil'), Type.Literal('floor')]),
  double_ratio: Type.Number({
    minimum: 0.01,
    maximum: 100,
    description: '双评比例（百分数，最多两位小数）',
  }),
  avoid_own_class: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1,
      description: '1 时教师不阅所教班级的试卷；null 为默认，题块多于一名教师时回避',
    }),
  ),
  mark_scope: MarkScopeCode,
  avoid_own_school: Type.Integer({
    minimum: 0,
    maximum: 1,
    description: '1 时教师不阅本校试卷；没有设置过时，联考回避、校内考试不回避',
  }),
  school_groups: SchoolGroups,
  auto_top_up: Flag01,
  similar_first: Type.Integer({
    minimum: 0,
    maximum: 1,
    description: '1 时外观相近的答案排在一起发放，不影响由谁评阅',
  }),
  rubric: Type.String({ maxLength: 20_000, description: '评分标准' }),
  blank_check: Flag01,
  blank_ink_limit: Type.Number({
    minimum: 0,
    maximum: MOST_BLANK_INK,
    description: '墨迹比例不超过此值的作答先作空白核查',
  }),
  blank_needs_two: Flag01,
  min_ms: Type.Integer({
    minimum: 0,
    maximum: GUARD_LIMITS.maxMinMs,
    description: '每份至少查看的时间（毫秒），0 为不限',
  }),
  daily_cap: Type.Integer({
    minimum: 0,
    maximum: GUARD_LIMITS.maxDailyCap,
    description: '每位教师每天最多评阅的份数，0 为不限',
  }),
  seed_every: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: '大约每多少份插入一份种子卷，0 为不插入',
  }),
  qualify: Type.Integer({
    minimum: 0,
    maximum: 1,
    description: '1 时教师先试评、通过定标后才能领取试卷',
  }),
  qualify_count: Type.Integer({
    minimum: 1,
    maximum: QUALIFICATION_LIMITS.maxCount,
    description: '每套定标卷的份数',
  }),
  qualify_percent: Type.Integer({
    minimum: 1,
    maximum: 100,
    description: '一套定标卷中与标准分相差在允许范围内的最低比例（百分数）',
  }),
  self_ratio: Type.Number({
    minimum: 0,
    maximum: MOST_SELF_RATIO,
    description: '自评比例（百分数）：本人评过的试卷再次发给本人，不影响成绩',
  }),
  day_seeds: Type.Integer({
    minimum: 0,
    maximum: MOST_DAY_SEEDS,
    description: '每天开始时先发的种子卷份数',
  }),
  seed_point_milli: Type.Integer({
    minimum: 0,
    description: '种子卷每个给分点允许的误差，0 为只看总分',
  }),
  blind_third: Type.Integer({
    minimum: 0,
    maximum: 1,
    description: '1 时三评教师看不到先前的评分；0 时看到评分，看不到姓名',
  }),
  arb_view: Type.Union([Type.Literal('none'), Type.Literal('scores'), Type.Literal('names')], {
    description: '仲裁教师看到的先前评阅：不显示、只显示评分、显示评分和姓名',
  }),
  words_least: Type.Integer({
    minimum: 0,
    maximum: 3000,
    description: '作文要求的最少字数，0 为不要求；只在阅卷页提示，不影响给分',
  }),
  backmark_last: Type.Integer({
    minimum: 1,
    maximum: BACK_MARK.maxLast,
    description: '教师可以回评本人最近提交的多少份',
  }),
  backmark_hours: Type.Integer({
    minimum: 0,
    maximum: BACK_MARK.maxHours,
    description: '提交后多少小时内可以回评，0 为直到题块结束阅卷',
  }),
  seed_feedback: Type.Union(
    [Type.Literal('never'), Type.Literal('after_two'), Type.Literal('each')],
    { description: '种子卷评后是否告知标准分：不告知、两份不合格后、每份评后' },
  ),
  ...MarkPageSettings.properties,
}

/** How the totals of a subject are rounded at the end. */
const SubjectRound = Type.Object(
  { step_milli: editable.round_step_milli, mode: editable.round_mode },
  { description: '科目总分取整：step_milli 为 0 不取整，500 取整到 0.5 分，1000 取整到 1 分' },
)

const QualifySourceCode = Type.Union(
  [
    Type.Literal('chosen'),
    Type.Literal('joint'),
    Type.Literal('high_stakes'),
    Type.Literal('single_school'),
  ],
  {
    description: Object.entries(QUALIFY_SOURCES)
      .map(([code, name]) => `${code} ${name}`)
      .join('、'),
  },
)

export const BlockSettings = Type.Object({
  block_id: Id,
  block_name: Type.String(),
  full_milli: MilliScore,
  status: Type.String({ description: 'setup 未开始、open 阅卷中、paused 已暂停、closed 已结束' }),
  ...editable,
  /** Are markers kept from papers of their own classes now? */
  avoids_own_class: Flag01,
  default_tolerance_milli: MilliScore,
  points: Type.Array(MarkPoint),
  /** Of a block with optional questions how many of them are answered, and which count; null otherwise. */
  optional: nullable(
    Type.Object({
      choose: Count,
      offered: Count,
      policy: Type.Union([Type.Literal('by_mark'), Type.Literal('mark_all_take_best')], {
        description: 'by_mark 只评填涂的题号；mark_all_take_best 全部评阅，取最高',
      }),
    }),
  ),
  unit_count: Count,
  /** Papers whose scores are released; nothing of them can be changed. */
  locked_count: Count,
  expected_count: Count,
  reading_count: Count,
  /** Of these, in the hands of markers: taken back, they are none. */
  held_count: Count,
  marker_count: Count,
  leader_count: Count,
  markers: Type.Array(
    /** With the schools of the roles by which they mark. */
    Type.Object({ marker_id: Id, name: Type.String(), school_ids: Type.Array(Id) }),
  ),
  /** Has the exam candidates of other schools than the one that holds it? */
  is_joint: Flag01,
  /** Where the value of `qualify` comes from; setting it makes it `chosen`. */
  qualify_source: QualifySourceCode,
  /** Pairs of readings so far, and how many of them lie over the tolerance. */
  pair_count: Count,
  over_count: Count,
  /** Was the block cleared, and can that still be undone? */
  is_cleared: Flag01,
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
    /** Schools of the candidates, with how many of them sit in the subject. */
    schools: Type.Array(Type.Object({ school_id: Id, name: Type.String(), count: Count })),
    subject_round: SubjectRound,
    /** When the marking of the blocks is to be done; a block's own time wins. */
    marking_deadline: nullable(Time),
    /** The exam that this one was copied from, where it marks the subject as well: its settings can be taken over. */
    copied_from: nullable(Type.Object({ exam_id: Id, name: Type.String() })),
    blocks: Type.Array(BlockSettings),
  }),
})

export const toleranceGaps = defineRoute({
  method: 'GET',
  path: '/v1/marker/batch/question/gaps',
  summary:
    '一个题块两评相差多少、各有多少对，供选择误差阈值；本题块没有双评时取本校以前考试同科目同满分的题块',
  area: 'marking',
  access: can('marking.supervise', { block: 'query.block_id' }),
  query: Type.Object({ block_id: Id }),
  reply: Type.Object({
    source: Type.Union([Type.Literal('own'), Type.Literal('earlier'), Type.Literal('none')], {
      description: 'own 本题块、earlier 以前考试的题块、none 没有可参考的双评',
    }),
    /** Whose pairs they are; empty without any. */
    exam_name: Type.String(),
    block_name: Type.String(),
    /** Does `point_gaps_milli` speak of the points of the block that was asked for? */
    has_points: Type.Boolean(),
    pair_count: Count,
    /** The closest first. */
    gaps: Type.Array(
      Type.Object({
        gap_milli: MilliScore,
        /** In the order of the points of the block. */
        point_gaps_milli: Type.Array(MilliScore),
        count: Count,
      }),
    ),
  }),
})

export const blockSettingsSet = defineRoute({
  method: 'POST',
  path: '/v1/marker/batch/question/set',
  summary:
    '保存多个题块的阅卷设置、科目总分取整和科目阅卷期限；已有评阅的题块不能改评卷方式，成绩发布后不能改总分取整；preview=1 不保存，只列出按这些设置没有教师可评的评阅和无法完成的任务量',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({
    exam_id: Id,
    subject_id: Id,
    blocks: Type.Array(
      Type.Object({
        block_id: Id,
        ...Type.Partial(Type.Object(editable)).properties,
        /** Refused where one of these is another by now. Not said, it is not asked. */
        seen: Type.Optional(
          Type.Partial(Type.Object(editable), {
            description: '修改之前看到的值；其中有一项已被他人改为别的值时不保存',
          }),
        ),
      }),
      { maxItems: 200 },
    ),
    subject_round: Type.Optional(SubjectRound),
    /** Null takes it away. */
    marking_deadline: Type.Optional(nullable(DeadlineTime)),
    /** Refused where what is set of these is another by now. Not said, it is not asked. */
    subject_seen: Type.Optional(
      Type.Partial(
        Type.Object({ subject_round: SubjectRound, marking_deadline: nullable(DeadlineTime) }),
        { description: '修改之前看到的科目总分取整和阅卷期限；已被他人改为别的值时不保存' },
      ),
    ),
    /** 1 saves nothing and says what the settings of the blocks would put out of reach. */
    preview: Type.Optional(Flag01),
  }),
  reply: Type.Object({
    ...done.properties,
    /** Blocks with work that nobody could do; only where it was asked for. */
    unreached: Type.Array(Unreached),
    subject_round: SubjectRound,
    marking_deadline: nullable(Time),
  }),
  errors: [
    'EXAM_PUBLISHED',
    'MARKING_BLOCK_NOT_FOUND',
    'MARKING_TOLERANCE_INVALID',
    'MARKING_POINT_TOLERANCE_INVALID',
    'MARKING_POINT_UNKNOWN',
    'MARKING_SETTINGS_LOCKED',
    'MARKING_SETTINGS_HELD',
    'MARKING_SETTINGS_CHANGED',
    'SUBJECT_SETTINGS_CHANGED',
    'MARKING_SCOPE_CONTRADICTS',
    'MARKING_GROUPS_MISSING',
  ],
})

type SettingsPatch = InputOf<typeof blockSettingsSet>['body']['blocks'][number]

/**
 * Do settings say who reads which paper, or how often one is read? Only then can they put work out of reach; not
 * where they ask for one reading of each, or keep nobody from a class.
 */
export const setsReach = (patch: Omit<SettingsPatch, 'block_id'>): boolean =>
  patch.mark_scope !== undefined ||
  patch.school_groups !== undefined ||
  patch.avoid_own_school !== undefined ||
  (patch.avoid_own_class !== undefined && patch.avoid_own_class !== 0) ||
  (patch.mark_mode !== undefined && patch.mark_mode !== 0) ||
  patch.double_ratio !== undefined

export const markingConfirm = defineRoute({
  method: 'POST',
  path: '/v1/marker/confirm',
  summary: '确认阅卷设置并开启阅卷（不填题块时为全部题块）',
  area: 'marking',
  access: can('marking.setup', { exam: 'body.exam_id', subject: 'body.subject_id' }),
  body: Type.Object({ exam_id: Id, subject_id: Id, block_ids: Type.Optional(Type.Array(Id)) }),
  reply: Type.Object({ opened: Count }),
  errors: ['MARKING_BLOCK_NOT_READY', 'MARKING_BLOCK_NOT_FOUND'],
})

export const blockStatusSet = defineRoute({
  method: 'POST',
  path: '/v1/questionmaster/status',
  summary:
    '开启、暂停、结束题块阅卷，或收回未提交的试卷（可指定一位教师）；题组长不能开启还没有确认阅卷设置的题块',
  area: 'marking',
  access: canOrLeads('marking.setup', { block: 'body.block_id' }),
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
  errors: [
    'MARKING_BLOCK_UNCONFIRMED',
    'MARKING_MARKERS_TOO_FEW',
    'MARKING_QUOTA_SHORT',
    'MARKING_ARBITRATOR_MISSING',
  ],
})
