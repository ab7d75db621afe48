import {
  anyOverlap,
  CRITICAL_BAND,
  DEFAULT_RATE_THRESHOLDS,
  defaultRankVisibility,
  GRADE_SCHEMES,
  type GradeSchemeId,
  POLICY_PROFILES,
  type PolicyProfile,
  RANK_TYPES,
  type RankType,
  ratesProblem,
  STUDENT_ITEM_CODES,
  type StudentItem,
  USUAL_POLICY,
} from '@hengjuan/domain'
import Type from 'typebox'
import { defineSetting } from './define-setting.ts'

const optionalSwitch = () => Type.Optional(Type.Boolean())

const Percent = Type.Integer({ minimum: 0, maximum: 100 })

export const reportRates = defineSetting(
  'report.rates',
  Type.Object({
    excellent: Percent,
    good: Percent,
    pass: Percent,
    low: Percent,
    low_inclusive: Type.Boolean(),
  }),
  { ...DEFAULT_RATE_THRESHOLDS, low_inclusive: false },
  {
    label: '四率分数线',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ratesProblem,
  },
)

export const reportSegment = defineSetting(
  'report.segment',
  Type.Object({ width_milli: Type.Integer({ minimum: 1000, maximum: 100_000 }) }),
  { width_milli: 10_000 },
  {
    label: '分数段宽度',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

export const reportRanks = defineSetting(
  'report.ranks',
  Type.Object({
    teacher: Type.Boolean(),
    student: Type.Boolean(),
    types: Type.Array(Type.Enum(Object.keys(RANK_TYPES) as RankType[]), { maxItems: 5 }),
    /** Why students of grades 1 to 9 see ranks. */
    policy_reason: Type.String({ maxLength: 200 }),
  }),
  ({ gradeId }) => {
    const { teacher, types, student } = defaultRankVisibility(gradeId ?? 10)
    return { teacher, types: [...types], student, policy_reason: '' }
  },
  {
    label: '排名可见',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** By which rules a stage's results are shown, and what students see of them. */
export const reportPolicy = defineSetting(
  'report.policy',
  Type.Object({
    profile: Type.Enum(['stage', ...(Object.keys(POLICY_PROFILES) as PolicyProfile[])]),
    items: Type.Object(
      Object.fromEntries(STUDENT_ITEM_CODES.map((item) => [item, optionalSwitch()])) as Record<
        StudentItem,
        ReturnType<typeof optionalSwitch>
      >,
      { additionalProperties: false },
    ),
    reason: Type.String({ maxLength: 200 }),
  }),
  { ...USUAL_POLICY, items: {} },
  {
    label: '学段口径与学生可见内容',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.policy',
  },
)

/** By which scheme levels and converted scores are taken; a version keeps the one that it was released by. */
export const reportLevels = defineSetting(
  'report.levels',
  Type.Object({
    scheme: Type.Enum(Object.keys(GRADE_SCHEMES) as GradeSchemeId[]),
    /** Absent where they are the usual ones. */
    tie: Type.Optional(Type.Enum(['up', 'down', 'nearest'])),
    cut: Type.Optional(Type.Enum(['half_up', 'floor', 'ceil'])),
    degenerate: Type.Optional(Type.Enum(['mid', 'hi', 'lo'])),
  }),
  { scheme: 'seed_default' },
  {
    label: '等级与赋分',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** Lines of admission: a share of all, or a score. */
export const reportLines = defineSetting(
  'report.lines',
  Type.Object({
    lines: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        /** Percent of all who are on it; null where the line is a score. */
        percent: Type.Union([Type.Null(), Type.Number({ minimum: 0.1, maximum: 100 })]),
        total_milli: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: 10_000_000 })]),
        /** Lines of subjects that somebody set by hand. */
        subjects: Type.Optional(
          Type.Array(
            Type.Object({
              subject_id: Type.Integer({ minimum: 1 }),
              line_milli: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
            }),
            { maxItems: 30 },
          ),
        ),
        /** How many of each class are meant to be on the line. */
        targets: Type.Optional(
          Type.Array(
            Type.Object({
              class_id: Type.Integer({ minimum: 1 }),
              count: Type.Integer({ minimum: 0, maximum: 100_000 }),
            }),
            { maxItems: 500 },
          ),
        ),
      }),
      { maxItems: 10 },
    ),
    method: Type.Enum(['same_rate', 'coefficient', 'window_mean']),
  }),
  {
    lines: [
      { name: '前 15%', percent: 15, total_milli: null },
      { name: '前 25%', percent: 25, total_milli: null },
      { name: '前 60%', percent: 60, total_milli: null },
    ],
    method: 'same_rate',
  },
  {
    label: '上线',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ({ lines }) =>
      lines.some(({ percent, total_milli }) => (percent === null) === (total_milli === null))
        ? '每条线请填写比例或分数中的一项'
        : new Set(lines.map(({ name }) => name)).size < lines.length
          ? '各条线的名称不能相同'
          : null,
  },
)

/** Bands of scores with names that a school uses again and again. */
export const reportBands = defineSetting(
  'report.bands',
  Type.Object({
    sets: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        /** In points: with the lower end, without the upper. */
        bands: Type.Array(
          Type.Object({
            name: Type.String({ minLength: 1, maxLength: 20 }),
            lower: Type.Number({ minimum: 0, maximum: 10_000 }),
            upper: Type.Number({ minimum: 0, maximum: 10_000 }),
          }),
          { minItems: 1, maxItems: 20 },
        ),
      }),
      { maxItems: 20 },
    ),
  }),
  { sets: [] },
  {
    label: '自定义分段',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
    check: ({ sets }) => {
      if (new Set(sets.map(({ name }) => name)).size < sets.length) return '各套分段的名称不能相同'
      const wrong = sets.find(({ bands }) => bands.some((band) => band.lower >= band.upper))
      if (wrong) return `「${wrong.name}」中有一段的下限不低于上限`
      const crossed = sets.find(({ bands }) => anyOverlap(bands, 'half_open'))
      return crossed ? `「${crossed.name}」的各段不能重叠` : null
    },
  },
)

/** How near to a line is critical, and how many are the best. @source domain rules 14.2, 14.3 */
export const reportConcerned = defineSetting(
  'report.concerned',
  Type.Object({
    below_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
    above_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
    subject_below_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
    subject_above_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
    top: Type.Integer({ minimum: 1, maximum: 5000 }),
  }),
  {
    below_milli: CRITICAL_BAND.belowMilli,
    above_milli: CRITICAL_BAND.aboveMilli,
    subject_below_milli: 10_000,
    subject_above_milli: 5000,
    top: 50,
  },
  {
    label: '关注学生',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)

/** Until when students may have a released score looked at again. */
export const reportAppeals = defineSetting(
  'report.appeals',
  Type.Object({
    open: Type.Boolean(),
    days: Type.Integer({ minimum: 1, maximum: 30 }),
    /** How long after the release that begins. */
    delay_hours: Type.Integer({ minimum: 0, maximum: 168 }),
    /** What one appeal is about; a subject where nobody said. */
    per: Type.Optional(Type.Enum(['subject', 'block'])),
  }),
  { open: true, days: 3, delay_hours: 0, per: 'subject' },
  {
    label: '成绩复核',
    group: 'report',
    scopes: ['region', 'school', 'grade', 'exam'],
    permission: 'report.configure',
  },
)
