import type { ChartData, GradeSchemeId } from '@hengjuan/domain'
import { GRADE_SCHEMES } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, listOf, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { peopleOf } from './drills.ts'
import { peopleFilters, personColumns } from './people.ts'
import { levelSentences } from './sentences-of-groups.ts'
import { filters, frame, Group, Person } from './shapes.ts'

const scheme = Type.Optional(
  Type.Enum(Object.keys(GRADE_SCHEMES) as GradeSchemeId[], {
    description: '模拟另一套等级方案；不给时为本版本的方案，只有年级与学校管理者可以模拟',
  }),
)

/** How a scheme treats what its shares leave open; with `scheme`, and like it only for leaders. */
const rules = {
  tie: Type.Optional(Type.Enum(['up', 'down', 'nearest'], { description: '界线上的同分归哪一级' })),
  cut: Type.Optional(Type.Enum(['half_up', 'floor', 'ceil'], { description: '累计人数的小数' })),
  degenerate: Type.Optional(
    Type.Enum(['mid', 'hi', 'lo'], { description: '一级之内全部同分时取哪个赋分' }),
  ),
}

const Scheme = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** Its rules in words. */
  rules: Type.String(),
})

/** A level of a subject as a scheme cuts it. */
const Bound = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  level: Type.String(),
  /** What its share of all is. */
  target: Type.Number(),
  count: Type.Integer(),
  raw_lo_milli: nullable(MilliScore),
  raw_hi_milli: nullable(MilliScore),
  /** What is odd about it; empty for nothing. */
  warn: Type.String(),
})
export type LevelBound = Static<typeof Bound>

const Cell = Type.Object({
  subject_id: Id,
  attendance: Type.Integer(),
  score: nullable(MilliScore),
  level: nullable(Type.String()),
  /** Absent where the caller may not see what it would tell of others, and for a subject that keeps its raw score. */
  converted: Type.Optional(nullable(MilliScore)),
})
const StudentLevels = Type.Object({
  ...Person.properties,
  total_score: nullable(MilliScore),
  level: nullable(Type.String()),
  converted_total: Type.Optional(nullable(MilliScore)),
  subjects: Type.Array(Cell),
})
export type StudentLevelRow = Static<typeof StudentLevels>

const CONVERTED =
  '每个等级内按原始分区间与赋分区间等比换算，四舍五入；语文、数学、外语（3+1+2 方案含物理、历史）用原始分'

/** 等级-学生: levels and converted scores of everybody in view. @source reports P09 */
export const studentLevelReport = defineReport({
  key: 'level_student',
  title: '学生等级',
  path: '/v1/scorereport/level/student',
  exportPath: '/v1/scorereport/level/export',
  summary: '学生等级与赋分：各科原始分、等级、赋分与赋分总分，可模拟其他方案',
  of: 'total',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    scheme,
    ...rules,
    simulate: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1,
        description: '1：另给各级界线、人数与十名样例，供管理者在保存方案之前查看',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(StudentLevels).properties,
    scheme: Scheme,
    has_converted: Type.Boolean(),
    /** Subjects whose score is converted. */
    converted: Type.Array(Id),
    /** Only with `simulate`: null otherwise. */
    simulation: nullable(
      Type.Object({
        n: Type.Integer(),
        warnings: Type.Array(Type.String()),
        bounds: Type.Array(Bound),
        /** Ten, from the first to the last by the total. */
        samples: Type.Array(StudentLevels),
      }),
    ),
    sizes: Type.Array(
      Type.Object({
        subject_name: Type.String(),
        levels: Type.Array(Type.Object({ code: Type.String(), count: Type.Integer() })),
      }),
    ),
  }),
  rows: ({ list }) => list,
  columns: ({
    subjects,
    schools,
    scheme: { name, rules: rulesText },
    has_converted,
    converted,
  }): ReportColumn<StudentLevelRow>[] => [
    ...personColumns<StudentLevelRow>(schools),
    {
      key: 'total_score',
      title: '原始分',
      group: '总分',
      kind: 'milli',
      value: (row) => row.total_score,
    },
    {
      key: 'level',
      title: '等级',
      group: '总分',
      kind: 'text',
      width: 64,
      formula: `按${name}的各级比例，${rulesText}`,
      rule: 'DR 13.3',
      value: (row) => row.level,
    },
    ...(has_converted
      ? [
          {
            key: 'converted_total',
            title: '赋分总分',
            group: '总分',
            kind: 'milli' as const,
            width: 92,
            formula: '各科赋分（不赋分的科目为原始分）之和；总分不全者不计算',
            rule: 'DR 13.2',
            value: (row: StudentLevelRow) => row.converted_total ?? null,
          },
        ]
      : []),
    ...subjects.flatMap(({ subject_id, subject_name }, index): ReportColumn<StudentLevelRow>[] => [
      {
        key: `score:${subject_id}`,
        title: '原始分',
        group: subject_name,
        kind: 'attendance',
        value: ({ subjects: cells }) => cells[index] ?? null,
      },
      {
        key: `level:${subject_id}`,
        title: '等级',
        group: subject_name,
        kind: 'text',
        width: 60,
        value: ({ subjects: cells }) => cells[index]?.level ?? null,
      },
      ...(has_converted && converted.includes(subject_id)
        ? [
            {
              key: `converted:${subject_id}`,
              title: '赋分',
              group: subject_name,
              kind: 'milli' as const,
              width: 64,
              formula: CONVERTED,
              rule: 'DR 13.2',
              value: ({ subjects: cells }: StudentLevelRow) => cells[index]?.converted ?? null,
            },
          ]
        : []),
    ]),
  ],
  chartsApart: true,
  charts: ({ sizes }): ChartData[] => {
    const codes = sizes[0]?.levels.map(({ code }) => code) ?? []
    return codes.length === 0
      ? []
      : [
          {
            kind: 'stacked100',
            title: '各科等级构成',
            xTitle: '科目',
            yTitle: '占有等级的人数',
            figure: 'rate',
            labels: sizes.map(({ subject_name }) => subject_name),
            series: codes.map((code, index) => ({
              name: code,
              values: sizes.map(({ levels }) => {
                const all = levels.reduce((sum, { count }) => sum + count, 0)
                return all === 0 ? null : (levels[index]?.count ?? 0) / all
              }),
            })),
          },
        ]
  },
})

const UnitRow = Type.Object({
  group: Group,
  /** With a level. */
  n: Type.Integer(),
  cells: Type.Array(Type.Object({ code: Type.String(), count: Type.Integer(), ratio: Ratio })),
  /** The upper two levels together. */
  upper: Ratio,
  /** Best level counts as many points as there are levels, the last one. */
  mean_points: nullable(Type.Number()),
  is_reference: Type.Boolean(),
})
export type LevelUnitRow = Static<typeof UnitRow>

/** 等级-班级: how many of each class have which level. @source reports P09 */
export const unitLevelReport = defineReport({
  key: 'level_unit',
  title: '班级等级',
  path: '/v1/scorereport/level/unit',
  exportPath: '/v1/scorereport/level/unit/export',
  summary: '各班等级人数与占比、优良率、平均等级点',
  of: 'both',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    scheme,
    ...rules,
  }),
  reply: Type.Object({
    ...frame,
    scheme: Scheme,
    /** By the scheme of the version, and not by one that is tried? */
    is_own_scheme: Type.Boolean(),
    subject_id: Id,
    levels: Type.Array(Type.String()),
    rows: Type.Array(UnitRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows }) => levelSentences(rows, 'level_unit'),
  columns: ({
    levels,
    scheme: { name },
    is_own_scheme: isOwnScheme,
    subject_id: subjectId,
    footer,
  }): ReportColumn<LevelUnitRow>[] => [
    {
      key: 'group',
      title: '班级',
      kind: 'text',
      frozen: true,
      width: 128,
      value: ({ group }) => group.name,
    },
    {
      key: 'n',
      title: '人数',
      kind: 'count',
      width: 64,
      formula: '有等级的人数',
      rule: 'DR 13.3',
      value: ({ n }) => n,
    },
    ...levels.flatMap((code, index): ReportColumn<LevelUnitRow>[] => [
      {
        key: `count:${code}`,
        title: '人数',
        group: code,
        kind: 'count',
        width: 60,
        value: ({ cells }) => cells[index]?.count ?? 0,
        drill: ({ group, cells }) =>
          isOwnScheme
            ? peopleOf(
                group,
                `${footer.subject_name} ${code} 级`,
                { in_subject: subjectId, level: code },
                cells[index]?.count ?? 0,
              )
            : null,
      },
      {
        key: `ratio:${code}`,
        title: '占比',
        group: code,
        kind: 'ratio',
        width: 76,
        formula: `该等级人数 ÷ 本班有等级的人数；等级按${name}`,
        rule: 'DR 13.3',
        value: ({ cells }) => cells[index]?.ratio ?? null,
      },
    ]),
    {
      key: 'upper',
      title: '优良率',
      kind: 'ratio',
      formula: '最高两个等级的人数 ÷ 本班有等级的人数',
      rule: 'P09',
      value: ({ upper }) => upper,
    },
    {
      key: 'mean_points',
      title: '平均等级点',
      kind: 'index',
      width: 96,
      formula: '最低一级记 1 点，每高一级多 1 点，取平均',
      rule: 'P09',
      value: ({ mean_points }) => mean_points,
    },
  ],
  charts: ({ rows, levels, footer }): ChartData[] => [
    {
      kind: 'stacked100',
      title: `${footer.subject_name}各班等级构成`,
      xTitle: '班级',
      yTitle: '占有等级的人数',
      figure: 'rate',
      labels: rows.map(({ group }) => group.name),
      series: levels.map((code, index) => ({
        name: code,
        values: rows.map(({ cells, n }) => (n === 0 ? null : (cells[index]?.count ?? 0) / n)),
      })),
    },
  ],
})

export const reportStudentLevels = studentLevelReport.list
export const exportStudentLevels = studentLevelReport.export
export const reportUnitLevels = unitLevelReport.list
export const exportUnitLevels = unitLevelReport.export
