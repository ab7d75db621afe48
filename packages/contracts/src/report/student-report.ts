import Type, { type Static } from 'typebox'
import { listOf, MilliScore, nullable, Id } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { peopleFilters, personColumns, rankColumns } from './people.ts'
import { filters, frame, Person, ranks } from './shapes.ts'

const Cell = Type.Object({
  subject_id: Id,
  attendance: Type.Integer(),
  score: nullable(MilliScore),
  objective_score: nullable(MilliScore),
  subjective_score: nullable(MilliScore),
  level: nullable(Type.String()),
  ...ranks,
})

const Row = Type.Object({
  ...Person.properties,
  total_score: nullable(MilliScore),
  partial: Type.Boolean(),
  objective_score: nullable(MilliScore),
  subjective_score: nullable(MilliScore),
  level: nullable(Type.String()),
  std_score: nullable(Type.Number()),
  ...ranks,
  subjects: Type.Array(Cell),
})
export type StudentRow = Static<typeof Row>

/** 学生成绩: find anybody, sort, hand over. @source reports P01 */
export const studentReport = defineReport({
  key: 'student',
  title: '学生成绩',
  path: '/v1/scorereport/student/list',
  exportPath: '/v1/scorereport/student/export',
  summary: '学生成绩表：各科与总分、各范围名次、等级、标准分（按当前角色可见范围）',
  of: 'total',
  named: true,
  query: Type.Object({
    ...peopleFilters,
    order: filters.order,
    asc: filters.asc,
  }),
  reply: Type.Object({ ...frame, ...listOf(Row).properties }),
  rows: ({ list }) => list,
  columns: ({ subjects, schools, list, footer }): ReportColumn<StudentRow>[] => [
    ...personColumns<StudentRow>(schools),
    {
      key: 'total_score',
      title: '总分',
      group: '总分',
      kind: 'milli',
      heat: true,
      formula: '各科得分之和；有必考科目缺考或无记录时为已考各科之和，记为「总分不全」，不参加排名',
      rule: 'DR 1.5',
      value: (row) => row.total_score,
    },
    ...(list.some(({ partial }) => partial)
      ? [
          {
            key: 'partial',
            title: '说明',
            group: '总分',
            kind: 'text' as const,
            width: 84,
            value: ({ partial }: StudentRow) => (partial ? '总分不全' : ''),
          },
        ]
      : []),
    {
      key: 'objective_score',
      title: '客观',
      group: '总分',
      kind: 'milli',
      extra: true,
      formula: '各科客观题得分之和',
      rule: 'DR 9',
      value: (row) => row.objective_score,
    },
    {
      key: 'subjective_score',
      title: '主观',
      group: '总分',
      kind: 'milli',
      extra: true,
      formula: '各科主观题得分之和',
      rule: 'DR 9',
      value: (row) => row.subjective_score,
    },
    ...rankColumns<StudentRow>('总分', '', (row) => row),
    {
      key: 'std_score',
      title: '标准分',
      group: '总分',
      kind: 'index',
      formula: `T = 50 + 10 ×（总分 − 均分）÷ 标准差，参照${footer.scope_name}总分完整的考生`,
      rule: 'DR 12',
      value: (row) => row.std_score,
    },
    {
      key: 'level',
      title: '等级',
      group: '总分',
      kind: 'text',
      formula: `按总分从高到低分等，比例按本版本的等级方案，范围为${footer.scope_name}，同分归较高等级`,
      rule: 'DR 13.3',
      width: 64,
      value: (row) => row.level,
    },
    ...subjects.flatMap(({ subject_id, subject_name }, index): ReportColumn<StudentRow>[] => {
      const cell = ({ subjects: cells }: StudentRow) => cells[index]
      return [
        {
          key: `score:${subject_id}`,
          title: '分数',
          group: subject_name,
          kind: 'attendance',
          heat: true,
          value: (row) => {
            const known = cell(row)
            return known ? { attendance: known.attendance, score: known.score } : null
          },
        },
        ...rankColumns<StudentRow>(subject_name, `:${subject_id}`, cell),
        {
          key: `level:${subject_id}`,
          title: '等级',
          group: subject_name,
          kind: 'text',
          width: 64,
          extra: true,
          value: (row) => cell(row)?.level ?? null,
        },
      ]
    }),
  ],
})

export const reportStudents = studentReport.list
export const exportStudents = studentReport.export
