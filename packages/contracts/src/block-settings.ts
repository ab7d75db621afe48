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
import {
  Count,
  Flag01,
  MarkPageSettings,
  MarkPoint,
  MarkScopeCode,
  SchoolGroups,
} from './marking-parts.ts'
import { Id, MilliScore, nullable } from './route.ts'

export const editable = {
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
export const SubjectRound = Type.Object(
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
