import { type ChartData, EFFECTIVE_LINE_METHODS } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { nearLineOf, peopleOf } from './drills.ts'
import { stepColumns, StepRow } from './line-steps.ts'
import { lineSentences } from './sentences.ts'
import { Est, filters, frame, Group } from './shapes.ts'

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
  by_share: Type.Boolean(),
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
  lines: Type.Array(
    Type.Object({
      name: Type.String(),
      total_milli: MilliScore,
      /** Follows from a share that somebody set, as long as no score is announced. */
      by_share: Type.Boolean(),
    }),
  ),
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
  /** Share on the subject's line less that of the others. */
  over_rest: nullable(Est),
})
const SubjectRow = Type.Object({
  group: Group,
  n: Type.Integer(),
  total_on: Type.Integer(),
  total_rate: Ratio,
  /** Share on the total line less that of the others. */
  over_rest: nullable(Est),
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
    /** All lines at once: a sheet of the workbook. */
    steps: Type.Array(StepRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, line, subjects }) => lineSentences(rows, line, subjects, 'line_type1'),
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
      drill: ({ group, total_on }) =>
        line &&
        peopleOf(group, `${line.name}上线`, { score_from: line.total_milli / 1000 }, total_on),
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
    {
      key: 'over_rest',
      title: '与其余之差',
      group: '总分上线',
      kind: 'est',
      width: 172,
      signed: true,
      formula: '该班上线率 − 其余各班合计的上线率，Newcombe 区间',
      rule: 'R8',
      value: (row) => row.over_rest,
    },
    ...subjects.flatMap(({ subject_id, subject_name }, index): ReportColumn<LineSubjectRow>[] => {
      const of =
        <T>(read: (cell: Static<typeof Cell>) => T) =>
        ({ cells }: LineSubjectRow): T | null => {
          const cell = cells[index]
          return cell ? read(cell) : null
        }
      const key = (name: string) => `${name}:${subject_id}`
      const own = line?.subjects.find((one) => one.subject_id === subject_id)
      const by = {
        in_subject: subject_id,
        score_from: own?.line_milli == null ? 0 : Math.ceil(own.line_milli) / 1000,
      }
      const parted =
        (list: 'mismatch' | 'waste', what: string) =>
        ({ group, cells }: LineSubjectRow) =>
          line && own?.line_milli != null
            ? nearLineOf(
                group,
                `${subject_name}${what}`,
                {
                  subject_id,
                  list,
                  line_total: line.total_milli / 1000,
                  subject_lines: `${subject_id}:${Math.ceil(own.line_milli / 10) / 100}`,
                },
                cells[index]?.[list] ?? 0,
              )
            : null
      return [
        {
          key: key('subject_on'),
          title: '单上线',
          group: subject_name,
          kind: 'count',
          formula: '该科不低于单科线的人数',
          rule: 'DR 14',
          value: of((cell) => cell.subject_on),
          drill: ({ group, cells }) =>
            own?.line_milli == null
              ? null
              : peopleOf(group, `${subject_name}单上线`, by, cells[index]?.subject_on ?? 0),
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
          drill: parted('mismatch', '错位'),
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
          drill: parted('waste', '浪费'),
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
        {
          key: key('over_rest'),
          title: '与其余之差',
          group: subject_name,
          kind: 'est',
          width: 172,
          signed: true,
          extra: true,
          formula: '该班单上线率 − 其余各班合计的单上线率，Newcombe 区间',
          rule: 'R8',
          value: of((cell) => cell.over_rest),
        },
      ]
    }),
  ],
  figures: ({ line, subjects, method }) =>
    line
      ? [
          {
            label: `${line.name}${line.by_share ? '（按比例预设）' : ''}`,
            text: pointsText(line.total_milli),
          },
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
          {
            kind: 'bars',
            title: `${line.name}各班各科单上线率与其余各班之差`,
            xTitle: '班级',
            yTitle: '上线率之差',
            figure: 'rate',
            labels: classes.map(({ group }) => group.name),
            series: [
              differencesOf(
                '总分',
                classes.map((row) => row.over_rest),
              ),
              ...subjects.map(({ subject_name }, index) =>
                differencesOf(
                  subject_name,
                  classes.map(({ cells }) => cells[index]?.over_rest ?? null),
                ),
              ),
            ],
            interval: 95,
            references: [{ value: 0, label: '与其余各班相同' }],
          },
        ]
  },
  // The columns of the page as four tables of their own, and all lines beside them.
  sheets: (reply) => {
    const { rows, steps, lines } = reply
    const all: ReportColumn<LineSubjectRow>[] = subjectLineReport.columns(reply)
    const only = (...names: string[]) =>
      all.filter(({ key }) => ['group', 'n', ...names].includes(key.split(':')[0] ?? ''))
    return [
      sheetOf('单上线', only('subject_on'), rows),
      sheetOf('双上线', only('total_on', 'total_rate', 'both_on', 'effective'), rows),
      sheetOf('命中与贡献', only('hit', 'contribution', 'mismatch', 'waste', 'grade'), rows),
      sheetOf('分档', stepColumns(lines, steps), steps),
    ]
  },
})

/** Differences with their intervals as points of a chart. */
const differencesOf = (name: string, of: readonly (Static<typeof Est> | null)[]) => ({
  name,
  values: of.map((est) => est?.v ?? null),
  lo: of.map((est) => est?.lo ?? null),
  hi: of.map((est) => est?.hi ?? null),
})

const pointsText = (milli: number | null): string =>
  milli === null ? '—' : `${Math.round(milli / 10) / 100} 分`

export const reportSubjectLines = subjectLineReport.list
export const exportSubjectLines = subjectLineReport.export
