import { type ChartData, errorOfDifference, figureText, type RankType } from '@hengjuan/domain'
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
  /** Only where the caller may see converted scores, and the subject is converted. */
  converted: Type.Optional(nullable(MilliScore)),
  ...ranks,
})

const Row = Type.Object({
  ...Person.properties,
  /** 学号, as the school has it today. */
  student_no: nullable(Type.String()),
  /** What the student chose to sit, where not all sit the same. */
  combo: Type.Optional(nullable(Type.String())),
  total_score: nullable(MilliScore),
  partial: Type.Boolean(),
  objective_score: nullable(MilliScore),
  subjective_score: nullable(MilliScore),
  level: nullable(Type.String()),
  std_score: nullable(Type.Number()),
  converted_total: Type.Optional(nullable(MilliScore)),
  /** Against the exam compared with, among those who sat both; null for who did not. */
  progress: Type.Optional(
    nullable(
      Type.Object({
        z: Type.Number(),
        delta_z: Type.Number(),
        delta_rank: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  ...ranks,
  subjects: Type.Array(Cell),
})
export type StudentRow = Static<typeof Row>

export const SCORE_FORMS = { raw: '原始分', converted: '赋分', level: '等级' } as const

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
    compare_exam_id: filters.compare_exam_id,
    /** Who is behind a figure of another table. @source reports 2.5 */
    in_subject: Type.Optional(
      Type.Integer({ minimum: 1, description: '分数、等级与缺考按哪一科；缺省为总分' }),
    ),
    score_from: Type.Optional(
      Type.Number({ minimum: 0, maximum: 10_000, description: '不低于多少分' }),
    ),
    score_to: Type.Optional(
      Type.Number({ minimum: 0, maximum: 10_000, description: '低于多少分' }),
    ),
    level: Type.Optional(Type.String({ maxLength: 20, description: '哪一等级' })),
    combo: Type.Optional(Type.String({ maxLength: 60, description: '哪一选科组合' })),
    missing: Type.Optional(
      Type.Enum(['absent', 'partial'], { description: '没有成绩，或总分不全' }),
    ),
    score_form: Type.Optional(
      Type.Enum(['raw', 'converted', 'level'], {
        default: 'raw',
        description: '各科显示原始分、赋分或等级',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(Row).properties,
    score_form: Type.Enum(['raw', 'converted', 'level']),
    has_converted: Type.Boolean(),
    /** Choices of subjects that there are; none where all sit the same. */
    combos: Type.Array(Type.String()),
    compared: nullable(
      Type.Object({ exam_id: Id, exam_name: Type.String(), common: Type.Integer() }),
    ),
    /** Error of measurement of the total; null where it is not known. */
    sem_milli: nullable(Type.Number()),
  }),
  rows: ({ list }) => list,
  charts: ({ list, compared }) => progressChart(list, compared),
  columns: ({
    subjects,
    schools,
    list,
    footer,
    score_form,
    has_converted,
    combos,
    compared,
    rank_types,
    sem_milli,
  }): ReportColumn<StudentRow>[] => [
    ...personColumns<StudentRow>(schools),
    {
      key: 'student_no',
      title: '学号',
      kind: 'text',
      extra: true,
      value: (row) => row.student_no,
    },
    ...(combos.length === 0
      ? []
      : [
          {
            key: 'combo',
            title: '选科',
            kind: 'text' as const,
            width: 96,
            value: ({ combo }: StudentRow) => combo ?? null,
          },
        ]),
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
    ...(has_converted
      ? [
          {
            key: 'converted_total',
            title: '赋分总分',
            group: '总分',
            kind: 'milli' as const,
            extra: score_form !== 'converted',
            formula: '赋分科目取赋分，其他科目取原始分，相加',
            rule: 'DR 13',
            value: (row: StudentRow) => row.converted_total ?? null,
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
    ...(sem_milli === null
      ? []
      : [
          {
            key: 'error_band',
            title: '误差范围',
            group: '总分',
            kind: 'text' as const,
            extra: true,
            width: 108,
            formula: `总分 ± 测量标准误（${figureText(sem_milli, 'milli')} 分）：约 68% 的真分数在此范围；两人相差不到 ${figureText(errorOfDifference(sem_milli), 'milli')} 分时，差异小于误差`,
            rule: 'R12',
            value: (row: StudentRow) =>
              row.total_score === null || row.partial
                ? ''
                : `${figureText(row.total_score - sem_milli, 'milli')}–${figureText(row.total_score + sem_milli, 'milli')}`,
          },
        ]),
    ...progressColumns(compared, rank_types, footer.scope_name),
    ...subjects.flatMap(({ subject_id, subject_name }, index): ReportColumn<StudentRow>[] => {
      const cell = ({ subjects: cells }: StudentRow) => cells[index]
      return [
        {
          key: `score:${subject_id}`,
          title: '分数',
          group: subject_name,
          kind: 'attendance',
          heat: true,
          extra: score_form === 'level',
          value: (row) => {
            const known = cell(row)
            return known ? { attendance: known.attendance, score: known.score } : null
          },
        },
        ...(list.some((row) => cell(row)?.converted !== undefined)
          ? [
              {
                key: `converted:${subject_id}`,
                title: '赋分',
                group: subject_name,
                kind: 'milli' as const,
                extra: score_form !== 'converted',
                formula: '按本版本的等级方案由原始分折算',
                rule: 'DR 13',
                value: (row: StudentRow) => cell(row)?.converted ?? null,
              },
            ]
          : []),
        ...rankColumns<StudentRow>(subject_name, `:${subject_id}`, cell),
        {
          key: `level:${subject_id}`,
          title: '等级',
          group: subject_name,
          kind: 'text',
          width: 64,
          extra: score_form !== 'level',
          value: (row) => cell(row)?.level ?? null,
        },
      ]
    }),
  ],
})

/** More points than this are a cloud without names. */
const MOST_POINTS = 80

/** Of a class: where everybody stands and how far he moved. @source reports P03 (7) */
function progressChart(
  list: readonly StudentRow[],
  compared: { exam_name: string } | null,
): ChartData[] {
  const known = list.flatMap(({ student_name, progress }) =>
    progress ? [{ student_name, ...progress }] : [],
  )
  const classes = new Set(list.map(({ class_id }) => class_id))
  if (!compared || classes.size > 1 || known.length < 2 || known.length > MOST_POINTS) return []
  return [
    {
      kind: 'scatter',
      title: `本次 Z 与相对${compared.exam_name}的进退`,
      xTitle: '本次 Z',
      yTitle: 'Z 进退',
      figure: 'index',
      pointTitle: '姓名',
      labels: known.map(({ student_name }) => student_name),
      series: [
        { name: '本次 Z', values: known.map(({ z }) => z) },
        { name: 'Z 进退', values: known.map(({ delta_z }) => delta_z) },
      ],
      references: [
        { value: 0, label: '均分', axis: 'x' },
        { value: 0, label: '持平', axis: 'y' },
      ],
      quadrants: ['偏低，进步', '偏高，进步', '偏低，退步', '偏高，退步'],
    },
  ]
}

/** How people moved since the exam compared with. @source domain rules 15 */
function progressColumns(
  compared: { exam_name: string; common: number } | null,
  rankTypes: readonly RankType[],
  scopeName: string,
): ReportColumn<StudentRow>[] {
  if (!compared) return []
  const among = `两场考试总分都完整的 ${compared.common} 人中`
  const columns: ReportColumn<StudentRow>[] = [
    {
      key: 'z',
      title: '本次 Z',
      group: `与${compared.exam_name}比`,
      kind: 'index',
      signed: true,
      extra: true,
      width: 84,
      formula: `（总分 − 均分）÷ 标准差，在${among}重新计算`,
      rule: 'DR 15',
      value: ({ progress }) => progress?.z ?? null,
    },
    {
      key: 'delta_z',
      title: 'Z 进退',
      group: `与${compared.exam_name}比`,
      kind: 'index',
      signed: true,
      width: 84,
      formula: `本次 Z − ${compared.exam_name}的 Z，在${among}重新计算；正为进步`,
      rule: 'DR 15',
      value: ({ progress }) => progress?.delta_z ?? null,
    },
  ]
  if (!rankTypes.some((type) => type === 'school' || type === 'joint')) return columns
  return [
    ...columns,
    {
      key: 'delta_rank',
      title: '名次进退',
      group: `与${compared.exam_name}比`,
      kind: 'count',
      signed: true,
      width: 92,
      formula: `${compared.exam_name}的名次 − 本次名次，在${among}（${scopeName}）重新排名；正为进步`,
      rule: 'DR 15',
      value: ({ progress }) => progress?.delta_rank ?? null,
    },
  ]
}

export const reportStudents = studentReport.list
export const exportStudents = studentReport.export
