import { type ChartData, EFFECTIVE_LINE_METHODS } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { filters, frame, Group } from './shapes.ts'

const Method = Type.Enum(['same_rate', 'coefficient', 'window_mean'])

/** Which line, and how subject lines are drawn from it; a line of one's own stays in the address. */
export const lineFilters = {
  line: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10, description: '第几条线，从高到低；缺省为第一条' }),
  ),
  line_total: Type.Optional(
    Type.Number({ minimum: 0, maximum: 10_000, description: '自定总分线（分），不改设置' }),
  ),
  method: Type.Optional(Method),
}

export const subjectLineFilter = Type.Optional(
  Type.String({
    maxLength: 400,
    pattern: '^[0-9]{1,9}:[0-9]{1,4}([.][0-9]{1,2})?(,[0-9]{1,9}:[0-9]{1,4}([.][0-9]{1,2})?)*$',
    description: '手工设定的单科线，如 1:110,2:98.5（科目:分）；没有给出的科目按 method',
  }),
)

const Line = Type.Object({
  name: Type.String(),
  total_milli: MilliScore,
  subjects: Type.Array(
    Type.Object({
      subject_id: Id,
      line_milli: nullable(Type.Number()),
      /** From how many people it follows; 0 for one that was set by hand. */
      n: Type.Integer(),
      by_hand: Type.Boolean(),
    }),
  ),
})
export const lineFrame = {
  /** All lines that there are, the highest first. */
  lines: Type.Array(Type.Object({ name: Type.String(), total_milli: MilliScore })),
  method: Method,
}

const Cell = Type.Object({
  subject_id: Id,
  /** Who sat the subject: on the total line, on the subject's, on both. */
  total_on: Type.Integer(),
  subject_on: Type.Integer(),
  both_on: Type.Integer(),
  hit: Ratio,
  contribution: Ratio,
  mismatch: Type.Integer(),
  waste: Type.Integer(),
  effective: Ratio,
  grade: Type.String(),
})
const SubjectRow = Type.Object({
  group: Group,
  n: Type.Integer(),
  total_on: Type.Integer(),
  total_rate: Ratio,
  cells: Type.Array(Cell),
  is_reference: Type.Boolean(),
})
export type LineSubjectRow = Static<typeof SubjectRow>

export const lineCommon = {
  exam_id: filters.exam_id,
  version: filters.version,
  school_id: filters.school_id,
  class_id: filters.class_id,
}

/** 单科上线: what each subject adds to being on a line, class by class. @source reports P10; domain rules 14 */
export const subjectLineReport = defineReport({
  key: 'line_type1',
  title: '单科上线',
  path: '/v1/scorereport/line/type1',
  exportPath: '/v1/scorereport/line/export',
  summary: '一条线下各班各科的单上线、双上线、命中率、贡献率、错位与浪费',
  of: 'total',
  query: Type.Object({
    ...lineCommon,
    ...lineFilters,
    subject_lines: subjectLineFilter,
  }),
  reply: Type.Object({
    ...frame,
    ...lineFrame,
    line: nullable(Line),
    rows: Type.Array(SubjectRow),
  }),
  rows: ({ rows }) => rows,
  columns: ({ subjects, line }): ReportColumn<LineSubjectRow>[] => [
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
      group: '总分上线',
      kind: 'count',
      formula: '总分完整的人数',
      rule: 'DR 14',
      value: ({ n }) => n,
    },
    {
      key: 'total_on',
      title: '上线',
      group: '总分上线',
      kind: 'count',
      formula: `总分不低于${line?.name ?? '线'}的人数`,
      rule: 'DR 14',
      value: (row) => row.total_on,
    },
    {
      key: 'total_rate',
      title: '上线率',
      group: '总分上线',
      kind: 'ratio',
      formula: '上线人数 ÷ 总分完整的人数',
      rule: 'DR 14',
      value: (row) => row.total_rate,
    },
    ...subjects.flatMap(({ subject_id, subject_name }, index): ReportColumn<LineSubjectRow>[] => {
      const of =
        <T>(read: (cell: Static<typeof Cell>) => T) =>
        ({ cells }: LineSubjectRow): T | null => {
          const cell = cells[index]
          return cell ? read(cell) : null
        }
      const key = (name: string) => `${name}:${subject_id}`
      return [
        {
          key: key('subject_on'),
          title: '单上线',
          group: subject_name,
          kind: 'count',
          formula: '该科不低于单科线的人数',
          rule: 'DR 14',
          value: of((cell) => cell.subject_on),
        },
        {
          key: key('both_on'),
          title: '双上线',
          group: subject_name,
          kind: 'count',
          formula: '该科与总分都上线的人数',
          rule: 'DR 14',
          value: of((cell) => cell.both_on),
        },
        {
          key: key('hit'),
          title: '命中率',
          group: subject_name,
          kind: 'ratio',
          formula: '双上线 ÷ 单上线',
          rule: 'DR 14',
          value: of((cell) => cell.hit),
        },
        {
          key: key('contribution'),
          title: '贡献率',
          group: subject_name,
          kind: 'ratio',
          heat: true,
          formula: '双上线 ÷ 总分上线（修过该科的人）',
          rule: 'DR 14',
          value: of((cell) => cell.contribution),
        },
        {
          key: key('mismatch'),
          title: '错位',
          group: subject_name,
          kind: 'count',
          formula: '总分上线而该科未上线的人数：该科在拖后腿',
          rule: 'DR 14',
          value: of((cell) => cell.mismatch),
        },
        {
          key: key('waste'),
          title: '浪费',
          group: subject_name,
          kind: 'count',
          extra: true,
          formula: '该科上线而总分未上线的人数',
          rule: 'DR 14',
          value: of((cell) => cell.waste),
        },
        {
          key: key('effective'),
          title: '有效率',
          group: subject_name,
          kind: 'ratio',
          extra: true,
          formula: '双上线 ÷ 修过该科的人数',
          rule: 'DR 14',
          value: of((cell) => cell.effective),
        },
        {
          key: key('grade'),
          title: '评价',
          group: subject_name,
          kind: 'text',
          width: 56,
          extra: true,
          formula:
            '单上线不少于总分上线的 80% 时：贡献率 ≥ 70% 且命中率 ≥ 60% 为 A，仅贡献率达到为 B，仅命中率达到为 C，都未达到为 D；否则 E；无人上线 F',
          rule: 'DR 14',
          value: of((cell) => cell.grade),
        },
      ]
    }),
  ],
  figures: ({ line, subjects, method }) =>
    line
      ? [
          { label: line.name, text: pointsText(line.total_milli) },
          ...subjects.map(({ subject_id, subject_name }) => {
            const of = line.subjects.find((one) => one.subject_id === subject_id)
            return {
              label: `${subject_name}线${of?.by_hand ? '（手工）' : ''}`,
              text: pointsText(of?.line_milli ?? null),
            }
          }),
          {
            label: '单科线的算法',
            text: line.subjects.every(({ by_hand }) => by_hand)
              ? EFFECTIVE_LINE_METHODS.manual
              : EFFECTIVE_LINE_METHODS[method],
          },
        ]
      : [],
  charts: ({ rows, subjects, line }): ChartData[] => {
    const classes = rows.filter((row) => !row.is_reference)
    return !line || classes.length === 0
      ? []
      : [
          {
            kind: 'matrix',
            title: `${line.name}各班各科贡献率`,
            xTitle: '科目',
            yTitle: '班级',
            figure: 'rate',
            labels: subjects.map(({ subject_name }) => subject_name),
            series: rows.map(({ group, cells }) => ({
              name: group.name,
              values: cells.map(({ contribution: { num, den } }) => (den === 0 ? null : num / den)),
            })),
          },
        ]
  },
})

const pointsText = (milli: number | null): string =>
  milli === null ? '—' : `${Math.round(milli / 10) / 100} 分`

export const reportSubjectLines = subjectLineReport.list
export const exportSubjectLines = subjectLineReport.export
