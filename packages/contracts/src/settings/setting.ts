import {
  GRADE_SCHEMES,
  type GradeSchemeId,
  RANK_TYPES,
  type RankType,
  SETTING_SCOPES,
  type SettingScope,
} from '@hengjuan/domain'
import Type, { type TSchema } from 'typebox'
import { can, defineRoute, Id, nullable, signedIn, Time } from '../route.ts'

const Key = Type.String({ maxLength: 60 })
const Scope = Type.Enum(Object.keys(SETTING_SCOPES) as SettingScope[])
const Value = Type.Unknown()
const Reason = Type.String({ minLength: 1, maxLength: 200, description: '为什么修改' })

/** A setting as it holds somewhere, where that comes from, and what it would be without the own value. */
export const SettingReading = Type.Object({
  key: Key,
  label: Type.String(),
  value: Value,
  /** `default`: nobody set it. */
  source: Type.Union([Scope, Type.Literal('default')]),
  source_label: Type.String(),
  /** Set at the scope that was asked for, not inherited. */
  own: Type.Boolean(),
  /** Of the scope that was asked for, to be sent when saving; 0 before the first. */
  version: Type.Integer(),
  changed_by_name: nullable(Type.String()),
  changed_at: nullable(Time),
  inherited: Type.Object({ value: Value, source_label: Type.String() }),
  /** Secret fields that are filled. */
  filled: Type.Array(Type.String()),
})

const place = { scope: Scope, grade_id: Type.Optional(Id), exam_id: Type.Optional(Id) }

export const settingList = defineRoute({
  method: 'GET',
  path: '/v1/setting/list',
  summary: '一组设置在某个范围的取值、来源与版本；密码一类的内容不返回',
  area: 'settings',
  access: signedIn,
  query: Type.Object({
    group: Type.Enum(['report', 'channel', 'notice', 'school', 'signin']),
    ...place,
  }),
  reply: Type.Array(SettingReading),
  errors: ['NOT_ALLOWED', 'EXAM_NOT_FOUND', 'SERVER_NOT_MANAGED'],
})

export const settingSave = defineRoute({
  method: 'POST',
  path: '/v1/setting/save',
  summary: '保存一项设置（value），取回旧版本（from_version），或恢复默认（两者都不给）',
  area: 'settings',
  access: signedIn,
  body: Type.Object({
    key: Key,
    ...place,
    /** The version that the change was made on. */
    version: Type.Integer({ minimum: 0 }),
    value: Type.Optional(Value),
    from_version: Type.Optional(Type.Integer({ minimum: 1 })),
    reason: Reason,
  }),
  reply: SettingReading,
  errors: [
    'SETTING_UNKNOWN',
    'SETTING_INVALID',
    'SETTING_SCOPE',
    'VERSION_CONFLICT',
    'NOT_ALLOWED',
    'EXAM_NOT_FOUND',
    'SERVER_NOT_MANAGED',
    'RANK_POLICY_REASON',
    'STAGE_POLICY_REASON',
  ],
})

export const settingVersions = defineRoute({
  method: 'GET',
  path: '/v1/setting/versions',
  summary: '一项设置在某个范围的全部版本，新的在前',
  area: 'settings',
  access: signedIn,
  query: Type.Object({ key: Key, ...place }),
  reply: Type.Array(
    Type.Object({
      version: Type.Integer(),
      /** Null: 恢复默认. */
      value: nullable(Value),
      reason: Type.String(),
      by_name: nullable(Type.String()),
      at: Time,
    }),
  ),
  errors: ['SETTING_UNKNOWN', 'NOT_ALLOWED', 'EXAM_NOT_FOUND', 'SERVER_NOT_MANAGED'],
})

const RateValues = Type.Object({
  excellent: Type.Integer({ minimum: 0, maximum: 100 }),
  good: Type.Integer({ minimum: 0, maximum: 100 }),
  pass: Type.Integer({ minimum: 0, maximum: 100 }),
  low: Type.Integer({ minimum: 0, maximum: 100 }),
})
const UserVisible = Type.Object({ teacher: Type.Boolean(), student: Type.Boolean() })
const TypeVisible = Type.Array(Type.Enum(Object.keys(RANK_TYPES) as RankType[]))

const LineValues = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 20 }),
    percent: nullable(Type.Number({ minimum: 0.1, maximum: 100 })),
    total_milli: nullable(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
    subjects: Type.Optional(
      Type.Array(
        Type.Object({
          subject_id: Id,
          line_milli: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
        }),
        { maxItems: 30, description: '手工设定的单科线' },
      ),
    ),
    targets: Type.Optional(
      Type.Array(
        Type.Object({ class_id: Id, count: Type.Integer({ minimum: 0, maximum: 100_000 }) }),
        { maxItems: 500, description: '各班的上线指标' },
      ),
    ),
  }),
  { maxItems: 10 },
)
const LineMethod = Type.Enum(['same_rate', 'coefficient', 'window_mean'])

const LevelScheme = Type.Enum(Object.keys(GRADE_SCHEMES) as GradeSchemeId[], {
  description: '等级与赋分方案；下一次发布起生效',
})

const BandSets = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 20 }),
    bands: Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 20 }),
        lower: Type.Number({ minimum: 0, maximum: 10_000 }),
        upper: Type.Number({ minimum: 0, maximum: 10_000 }),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  }),
  { maxItems: 20, description: '学校常用的自定义分段（分），含下限不含上限' },
)

const Concerned = Type.Object({
  below_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
  above_milli: Type.Integer({ minimum: 0, maximum: 200_000 }),
  subject_below_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
  subject_above_milli: Type.Integer({ minimum: 0, maximum: 100_000 }),
  top: Type.Integer({ minimum: 1, maximum: 5000 }),
})

const LevelRules = Type.Object({
  tie: Type.Enum(['up', 'down', 'nearest']),
  cut: Type.Enum(['half_up', 'floor', 'ceil']),
  degenerate: Type.Enum(['mid', 'hi', 'lo']),
})

const ReportConfig = Type.Object({
  /** What is set: an exam, a grade, the school, or the region that the caller's bureau is for. */
  scope: Type.Enum(['region', 'school', 'grade', 'exam']),
  rates: RateValues,
  low_inclusive: Type.Boolean(),
  segment_width_milli: Type.Integer(),
  user_visible: UserVisible,
  type_visible: TypeVisible,
  policy_reason: Type.String(),
  lines: LineValues,
  line_method: LineMethod,
  level_scheme: LevelScheme,
  level_rules: LevelRules,
  band_sets: BandSets,
  concerned: Concerned,
  /** Where each comes from; its `version` is sent when saving. */
  settings: Type.Array(SettingReading),
})

export const reportConfigGet = defineRoute({
  method: 'GET',
  path: '/v1/school/report/config',
  summary: '报表设置：四率分数线、分数段、排名可见，及各项的来源与版本',
  area: 'school',
  access: can('report.configure', { exam: 'query.exam_id' }),
  query: Type.Object({ grade_id: Type.Optional(Id), exam_id: Type.Optional(Id) }),
  reply: ReportConfig,
  errors: ['EXAM_NOT_FOUND'],
})

export const reportConfigSave = defineRoute({
  method: 'PUT',
  path: '/v1/school/report/config',
  summary: '保存报表设置；只写给出的各项，每项带查看时的版本',
  area: 'school',
  access: can('report.configure', { exam: 'body.exam_id' }),
  body: Type.Object({
    grade_id: Type.Optional(Id),
    exam_id: Type.Optional(Id),
    reason: Reason,
    versions: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    rates: Type.Optional(RateValues),
    low_inclusive: Type.Optional(Type.Boolean()),
    segment_width_milli: Type.Optional(Type.Integer({ minimum: 1000, maximum: 100_000 })),
    user_visible: Type.Optional(UserVisible),
    type_visible: Type.Optional(TypeVisible),
    policy_reason: Type.Optional(Type.String({ maxLength: 200 })),
    lines: Type.Optional(LineValues),
    line_method: Type.Optional(LineMethod),
    level_scheme: Type.Optional(LevelScheme),
    level_rules: Type.Optional(LevelRules),
    band_sets: Type.Optional(BandSets),
    concerned: Type.Optional(Concerned),
  }),
  reply: ReportConfig,
  errors: ['EXAM_NOT_FOUND', 'VERSION_CONFLICT', 'SETTING_INVALID', 'RANK_POLICY_REASON'],
})

const RateCounts = Type.Object({
  excellent: Type.Integer(),
  good: Type.Integer(),
  pass: Type.Integer(),
  low: Type.Integer(),
})
/** What a role sees of ranks, before and after. */
const RoleRanks = Type.Object({
  role: Type.String(),
  role_name: Type.String(),
  before: TypeVisible,
  after: TypeVisible,
})
const LevelCounts = Type.Array(Type.Object({ code: Type.String(), count: Type.Integer() }))
const Near = Type.Object({
  line: Type.String(),
  push: Type.Integer(),
  hold: Type.Integer(),
})
/** The same before and after. */
const both = <S extends TSchema>(of: S) => Type.Object({ before: of, after: of })

const LineCount = Type.Object({
  name: Type.String(),
  total_milli: Type.Integer(),
  on: Type.Integer(),
})

export const reportConfigPreview = defineRoute({
  method: 'POST',
  path: '/v1/school/report/config/preview',
  summary: '报表设置的效果：已发布的一场考试按现行设置与按未保存的设置各有多少人；不写入',
  area: 'school',
  access: can('report.configure', { exam: 'body.exam_id' }),
  body: Type.Object({
    exam_id: Id,
    rates: Type.Optional(RateValues),
    low_inclusive: Type.Optional(Type.Boolean()),
    lines: Type.Optional(LineValues),
    line_method: Type.Optional(LineMethod),
    segment_width_milli: Type.Optional(Type.Integer({ minimum: 1000, maximum: 100_000 })),
    user_visible: Type.Optional(UserVisible),
    type_visible: Type.Optional(TypeVisible),
    policy_reason: Type.Optional(Type.String({ maxLength: 200 })),
    level_scheme: Type.Optional(LevelScheme),
    level_rules: Type.Optional(LevelRules),
    concerned: Type.Optional(Concerned),
  }),
  reply: Type.Object({
    exam_name: Type.String(),
    subjects: Type.Array(
      Type.Object({
        subject_name: Type.String(),
        present: Type.Integer(),
        before: RateCounts,
        after: RateCounts,
      }),
    ),
    lines: both(Type.Array(LineCount)),
    /** Lines of the subjects at the first line in total, by name. */
    subject_lines: both(
      Type.Array(Type.Object({ subject_name: Type.String(), line_milli: nullable(Type.Number()) })),
    ),
    /** Steps of the distribution of totals, and how many stand in the fullest. */
    segments: both(
      Type.Object({ width: Type.Integer(), bands: Type.Integer(), most: Type.Integer() }),
    ),
    ranks: Type.Array(RoleRanks),
    levels: Type.Array(
      Type.Object({ subject_name: Type.String(), ...both(LevelCounts).properties }),
    ),
    concerned: both(Type.Object({ near: Type.Array(Near), top: Type.Integer() })),
  }),
  errors: ['EXAM_NOT_FOUND', 'SCORE_NOT_RELEASED', 'SETTING_INVALID', 'SEGMENT_TOO_NARROW'],
})
