import type { RankType } from '@hengjuan/domain'
import Type from 'typebox'
import { Id, MilliScore, nullable, paging, Ratio } from '../route.ts'

const Figure = nullable(Type.Number())

/** A difference, its error, and whether it is more than that. @source reports 2.4 */
export const Delta = Type.Object({
  v: Figure,
  se: Figure,
  z: Figure,
  p_adj: Figure,
  sig: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
})

/** An estimate with its interval, and how many are behind it. @source reports 6 */
export const Est = Type.Object({
  v: Figure,
  lo: Figure,
  hi: Figure,
  n: Type.Integer(),
  shown: Type.Union([Type.Literal('ok'), Type.Literal('few'), Type.Literal('suppressed')]),
})

/** A set of candidates that figures are about. */
export const Group = Type.Object({
  kind: Type.Union([
    Type.Literal('joint'),
    Type.Literal('city'),
    Type.Literal('district'),
    Type.Literal('school'),
    Type.Literal('class'),
    Type.Literal('teacher'),
    Type.Literal('combo'),
    Type.Literal('tier'),
  ]),
  id: nullable(Id),
  name: Type.String(),
  is_own: Type.Boolean(),
})

/** Who a row is about. */
export const Person = Type.Object({
  candidate_id: Id,
  student_id: Id,
  exam_no: Type.String(),
  student_name: Type.String(),
  class_id: Id,
  class_name: Type.String(),
  school_id: Id,
  school_name: Type.String(),
})

export const rankField = (type: RankType): `${RankType}_rank` => `${type}_rank`

/** Ranks by scope. A kind that the caller may not see is absent, not null. @source reports 2.2 */
export const ranks = {
  joint_rank: Type.Optional(nullable(Type.Integer())),
  city_rank: Type.Optional(nullable(Type.Integer())),
  district_rank: Type.Optional(nullable(Type.Integer())),
  school_rank: Type.Optional(nullable(Type.Integer())),
  class_rank: Type.Optional(nullable(Type.Integer())),
}

/** Counts, means, spread and rates of a group in one subject or the total. */
export const Figures = Type.Object({
  registered: Type.Integer(),
  present: Type.Integer(),
  absent: Type.Integer(),
  mean_milli: Figure,
  max_milli: nullable(MilliScore),
  min_milli: nullable(MilliScore),
  median_milli: Figure,
  q1_milli: Figure,
  q3_milli: Figure,
  sd_milli: Figure,
  cv: Figure,
  skewness: Figure,
  score_rate: Ratio,
  excellent_rate: Ratio,
  good_rate: Ratio,
  pass_rate: Ratio,
  low_rate: Ratio,
  denominator: Type.Union([Type.Literal('present'), Type.Literal('registered')]),
})

export const Subject = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  full_milli: MilliScore,
})

/** What every table prints below itself. */
const Footer = Type.Object({
  exam_name: Type.String(),
  subject_name: Type.String(),
  version: Type.Integer(),
  snapshot_id: Id,
  is_current: Type.Boolean(),
  published_at: Type.String(),
  /** Version of the knowledge and ability tags; null for a report that reads none. */
  tag_version: nullable(Type.Integer()),
  /** What means and ranks refer to. */
  scope_name: Type.String(),
  population: Type.String(),
  denominator: Type.String(),
  sd_form: Type.String(),
  interval: Type.Union([Type.Literal(90), Type.Literal(95)]),
  formulas: Type.Array(
    Type.Object({ column: Type.String(), text: Type.String(), rule: Type.String() }),
  ),
  policy: Type.Object({
    profile: Type.Union([Type.Literal('compulsory'), Type.Literal('senior')]),
    override_reason: nullable(Type.String()),
    /** What is printed above a report that shows more than its stage does by itself. */
    banner: nullable(Type.String()),
  }),
  /** Groups whose figures are kept back because too few people are behind them. */
  suppressed: Type.Integer(),
  notes: Type.Array(Type.String()),
})

/** What every report answers beside its own figures. */
export const frame = {
  subjects: Type.Array(Subject),
  classes: Type.Array(Type.Object({ class_id: Id, class_name: Type.String(), school_id: Id })),
  schools: Type.Array(Type.Object({ school_id: Id, school_name: Type.String() })),
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      published_at: nullable(Type.String()),
      is_current: Type.Boolean(),
    }),
  ),
  /** Earlier exams of the same year group that this one may be compared with, the newest first. */
  compare_exams: Type.Array(
    Type.Object({ exam_id: Id, exam_name: Type.String(), start_date: Type.String() }),
  ),
  /** Do several schools sit the exam, whether the caller sees them or not? */
  is_joint: Type.Boolean(),
  /** Kinds of rank that the caller may see. */
  rank_types: Type.Array(
    Type.Union([
      Type.Literal('joint'),
      Type.Literal('city'),
      Type.Literal('district'),
      Type.Literal('school'),
      Type.Literal('class'),
    ]),
  ),
  footer: Footer,
}

/** Filters of all reports; each takes those that it can answer to, and refuses the others. */
export const filters = {
  exam_id: Id,
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: '成绩版本；缺省为已发布的版本，其他版本须有预审权限' }),
  ),
  subject_id: Type.Optional(
    Type.Integer({ minimum: 1, description: '科目；3000 为总分', default: 3000 }),
  ),
  school_id: Type.Optional(Id),
  class_id: Type.Optional(Id),
  denominator: Type.Optional(
    Type.Union([Type.Literal('present'), Type.Literal('registered')], {
      description: '各项比率的分母：实考或应考',
      default: 'present',
    }),
  ),
  compare_exam_id: Type.Optional(
    Type.Integer({ minimum: 1, description: '与哪场考试对比：同一届学生更早的考试' }),
  ),
  keyword: Type.Optional(Type.String({ maxLength: 40, description: '姓名、拼音首字母或考号' })),
  order: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'total、exam_no、name、class、school_rank、class_rank 或科目编号',
    }),
  ),
  asc: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  ...paging,
}
