import { BOX_SERIES, type ChartData, SIGNIFICANCE } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable } from '../route.ts'
import { type ReportColumn, SUPPRESSED } from './columns.ts'
import { type Frame, type ReportSheet, sheetOf } from './define-report.ts'
import { peopleOf, RateLines, reachedOf, scoredOf } from './drills.ts'
import { Delta, Figures, filters, Group } from './shapes.ts'
import { matrixColumns, MatrixRow } from './subject-matrix.ts'

export const AverageRow = Type.Object({
  group: Group,
  /** Who taught the class the subject when the version was released; none for schools and for totals. */
  teacher_names: Type.Array(Type.String()),
  figures: Figures,
  /** Mean minus the reference's; what it is worth is tested against the rest, which does not contain the group. */
  delta: Delta,
  /** Share by which the mean lies above the reference's. */
  over_mean: nullable(Type.Number()),
  mean_rank: nullable(Type.Integer()),
  trimmed: nullable(
    Type.Object({ mean_milli: Type.Number(), d: Type.Number(), dropped: Type.Integer() }),
  ),
  /** Lower whisker, quartiles and upper whisker; null for fewer than ten, and for the reference. */
  box: nullable(Type.Array(Type.Number(), { minItems: 5, maxItems: 5 })),
  /** Kept back: too few people, and the caller does not see all of them anyway. */
  suppressed: Type.Boolean(),
  /** The group that all others are compared with; it stands last. */
  is_reference: Type.Boolean(),
})
export type AverageRow = Static<typeof AverageRow>

/** A figure of the group, or the sign that it is kept back. */
const shown =
  <T>(of: (row: AverageRow) => T) =>
  (row: AverageRow): T | typeof SUPPRESSED =>
    row.suppressed ? SUPPRESSED : of(row)

const rate = (
  key: 'excellent_rate' | 'good_rate' | 'pass_rate' | 'low_rate',
  title: string,
  formula: string,
  people: Static<typeof AveragedOf>,
): ReportColumn<AverageRow> => ({
  key,
  title,
  group: '比率',
  kind: 'ratio',
  formula,
  rule: 'DR 10',
  value: shown(({ figures }) => figures[key]),
  drill: ({ group, figures }) => reachedOf(group, people, people.rates, key, figures[key].num),
})

const points = (
  key: 'max_milli' | 'q3_milli' | 'median_milli' | 'q1_milli' | 'min_milli' | 'sd_milli',
  title: string,
  formula: string,
): ReportColumn<AverageRow> => ({
  key,
  title,
  group: '分布',
  kind: 'milli',
  formula,
  rule: 'DR 11、R16',
  value: shown(({ figures }) => figures[key]),
})

/** What the rows are averaged in: who is behind a mean or a rate is found by it. */
export const AveragedOf = Type.Object({
  subject_id: Id,
  subject_name: Type.String(),
  full_milli: MilliScore,
  rates: RateLines,
})

const ReferenceName = Type.Object({
  code: Type.Enum(['grade', 'district', 'joint']),
  name: Type.String(),
})

const averageTable = {
  trim: Type.Integer(),
  /** How many groups are tested together, whether they are shown or not. */
  groups_compared: Type.Integer(),
  people: AveragedOf,
  rows: Type.Array(AverageRow),
}
const AverageTable = Type.Object(averageTable)

/** What both tables answer beside the frame. */
export const averageReply = {
  ...averageTable,
  /** What differences are to; the test is against the rest in any case. */
  reference: Type.Enum(['grade', 'district', 'joint', 'rest']),
  /** What may be asked for, the usual one first; the rest always. */
  references: Type.Array(ReferenceName),
  /** The groups of the rows in every subject. */
  matrix: Type.Array(MatrixRow),
  /** The same table of every subject: only for a file of the total. */
  by_subject: Type.Array(AverageTable),
}

/** Filters of both tables; the school table has no class. */
export const averageFilters = {
  exam_id: filters.exam_id,
  version: filters.version,
  subject_id: filters.subject_id,
  school_id: filters.school_id,
  denominator: filters.denominator,
  trim: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 20,
      default: 0,
      description: '去差均分：去掉最低的百分之几，0 为不显示',
    }),
  ),
  reference: Type.Optional(
    Type.Enum(['grade', 'district', 'joint', 'rest'], {
      description: '与谁比：本校、本区县、联考全体或其余各组；缺省为可见的最大范围，不可用时同缺省',
    }),
  ),
}

export type AveragedNoun = '班级' | '学校'

export function averageColumns(
  {
    footer,
    trim,
    rows,
    people,
    reference: code,
  }: Pick<Frame, 'footer'> &
    Pick<Static<typeof AverageTable>, 'trim' | 'rows' | 'people'> & {
      reference: string
    },
  noun: AveragedNoun,
): ReportColumn<AverageRow>[] {
  const own = `本${noun.at(0) === '班' ? '班' : '校'}`
  const all = rows.find(({ is_reference }) => is_reference)?.group.name ?? footer.scope_name
  const reference = code === 'rest' ? `其余${noun}` : all
  return [
    {
      key: 'group',
      title: noun,
      kind: 'text',
      frozen: true,
      width: 128,
      value: ({ group }) => group.name,
    },
    ...(rows.some(({ teacher_names: names }) => names.length > 0)
      ? [
          {
            key: 'teacher_name',
            title: '任课教师',
            kind: 'text' as const,
            width: 96,
            formula: '成绩发布时任教本班该科的教师',
            rule: 'DR 15',
            value: ({ teacher_names: names }: AverageRow) => names.join('、'),
          },
        ]
      : []),
    {
      key: 'registered',
      title: '应考',
      group: '人数',
      kind: 'count',
      width: 64,
      value: ({ figures }) => figures.registered,
    },
    {
      key: 'present',
      title: '实考',
      group: '人数',
      kind: 'count',
      width: 64,
      value: ({ figures }) => figures.present,
      drill: ({ group, figures }) => scoredOf(group, people, figures.present),
    },
    {
      key: 'absent',
      title: '缺考',
      group: '人数',
      kind: 'count',
      width: 64,
      formula: '应考 − 实考，含无记录；总分不全者不计入总分的实考',
      rule: 'DR 1.5',
      value: ({ figures }) => figures.absent,
      drill: ({ group, figures }) =>
        peopleOf(
          group,
          `${people.subject_name}没有成绩`,
          { in_subject: people.subject_id, missing: 'absent' },
          figures.absent,
        ),
    },
    {
      key: 'mean_milli',
      title: '均分',
      group: '均分',
      kind: 'milli',
      formula: '得分之和 ÷ 实考人数',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.mean_milli),
      drill: ({ group, figures }) => scoredOf(group, people, figures.present),
    },
    {
      key: 'delta',
      title: `与${reference}差`,
      group: '均分',
      kind: 'delta',
      width: 108,
      formula: `${own}均分 − ${reference}均分；显著性按${own}与其余${noun}比较（Welch 标准误），多个${noun}同时比较用 Holm 校正`,
      rule: 'DR 15、R7',
      value: shown(({ delta }) => delta),
    },
    {
      key: 'significance',
      title: '差异',
      group: '均分',
      kind: 'text',
      width: 132,
      formula: '误差内：|差| < 1.96 个标准误；实考不足 20 人不判断',
      rule: 'R7',
      value: shown(({ delta }) => (delta.z === null ? '' : SIGNIFICANCE[delta.sig])),
    },
    {
      key: 'over_mean',
      title: '超均率',
      group: '均分',
      kind: 'rate',
      formula: `（${own}均分 − ${reference}均分）÷ ${reference}均分`,
      rule: 'DR 15',
      value: shown((row) => row.over_mean),
    },
    {
      key: 'mean_rank',
      title: '名次',
      group: '均分',
      kind: 'count',
      width: 64,
      formula: `均分高于${own}的${noun}数 + 1`,
      rule: 'DR 10',
      value: shown((row) => row.mean_rank),
    },
    ...(trim > 0
      ? [
          {
            key: 'trimmed',
            title: `去差均分（${trim}%）`,
            group: '均分',
            kind: 'milli' as const,
            width: 112,
            formula: `去掉得分最低的 ${trim}%（人数向下取整）后的均分`,
            rule: 'DR 15',
            value: shown((row) => row.trimmed?.mean_milli ?? null),
          },
        ]
      : []),
    {
      key: 'score_rate',
      title: '得分率',
      group: '均分',
      kind: 'ratio',
      formula: '得分之和 ÷（满分 × 实考人数）',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.score_rate),
    },
    rate('excellent_rate', '优秀率', `得分不低于满分的 ${people.rates.excellent}%`, people),
    rate('good_rate', '良好率', `得分不低于满分的 ${people.rates.good}%，含优秀`, people),
    rate('pass_rate', '及格率', `得分不低于满分的 ${people.rates.pass}%`, people),
    rate(
      'low_rate',
      '低分率',
      `得分${people.rates.low_inclusive ? '不高于' : '低于'}满分的 ${people.rates.low}%`,
      people,
    ),
    points('max_milli', '最高', '最高得分'),
    points('q3_milli', '上四分位', '四分之三的人不高于此分，线性内插'),
    points('median_milli', '中位数', '一半的人不高于此分'),
    points('q1_milli', '下四分位', '四分之一的人不高于此分，线性内插'),
    points('min_milli', '最低', '最低得分'),
    points('sd_milli', '标准差', '总体标准差（÷N）'),
    {
      key: 'cv',
      title: '差异系数',
      group: '分布',
      kind: 'rate',
      formula: '标准差 ÷ 均分',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.cv),
    },
  ]
}

export function averageCharts(
  {
    rows,
    footer: { subject_name: subject },
  }: Pick<Frame, 'footer'> & { rows: readonly AverageRow[] },
  noun: AveragedNoun,
): ChartData[] {
  const classes = rows.filter((row) => !row.is_reference && !row.suppressed)
  const reference = rows.find((row) => row.is_reference && !row.suppressed)
  const labels = classes.map(({ group }) => group.name)
  const boxed = classes.filter(({ box }) => box !== null)
  const halfWidth = ({ figures: { sd_milli: sd, present } }: AverageRow): number =>
    sd === null || present === 0 ? 0 : (1.96 * sd) / Math.sqrt(present)
  const mean = ({ figures }: AverageRow): number | null => figures.mean_milli
  const end = (sign: 1 | -1) => (row: AverageRow) => {
    const middle = mean(row)
    return middle === null ? null : middle + sign * halfWidth(row)
  }
  return [
    {
      kind: 'dots',
      title: `${subject}各${noun}均分与误差`,
      xTitle: noun,
      yTitle: '均分',
      figure: 'milli',
      labels,
      series: [
        {
          name: '均分',
          values: classes.map(mean),
          lo: classes.map(end(-1)),
          hi: classes.map(end(1)),
        },
      ],
      interval: 95,
      ...(reference ? { n: reference.figures.present } : {}),
      ...(reference && mean(reference) !== null
        ? { references: [{ value: mean(reference) ?? 0, label: reference.group.name }] }
        : {}),
    },
    ...(boxed.length === 0
      ? []
      : [
          {
            kind: 'boxes' as const,
            title: `${subject}各${noun}分数分布`,
            xTitle: noun,
            yTitle: '分数',
            figure: 'milli' as const,
            labels: boxed.map(({ group }) => group.name),
            series: BOX_SERIES.map((name, at) => ({
              name,
              values: boxed.map(({ box }) => box?.[at] ?? null),
            })),
          },
        ]),
    {
      kind: 'stacked100',
      title: `${subject}各${noun}成绩构成`,
      xTitle: noun,
      yTitle: '占实考人数',
      figure: 'rate',
      labels,
      series: CLASSES_OF_SCORES.map(({ name, of }) => ({
        name,
        values: classes.map(({ figures }) =>
          figures.present === 0 ? null : of(figures) / figures.present,
        ),
      })),
    },
  ]
}

/** Groups by subject, and a table for each subject where the file is of the total. @source reports P04 */
export const averageSheets = (
  {
    by_subject: tables,
    matrix,
    subjects,
    footer,
    reference,
  }: Pick<Frame, 'footer' | 'subjects'> & {
    by_subject: readonly Static<typeof AverageTable>[]
    matrix: readonly MatrixRow[]
    reference: string
  },
  noun: AveragedNoun,
): ReportSheet[] => [
  ...(matrix.length === 0 || subjects.length < 2
    ? []
    : [sheetOf(`${noun}×科目`, matrixColumns(subjects, noun), matrix)]),
  ...tables.map((table) =>
    sheetOf(
      table.people.subject_name,
      averageColumns({ ...table, footer, reference }, noun),
      table.rows,
    ),
  ),
]

/** Disjoint, unlike the rates. */
const CLASSES_OF_SCORES: { name: string; of: (figures: AverageRow['figures']) => number }[] = [
  { name: '优秀', of: ({ excellent_rate }) => excellent_rate.num },
  {
    name: '良好（不含优秀）',
    of: ({ good_rate, excellent_rate }) => good_rate.num - excellent_rate.num,
  },
  { name: '及格', of: ({ pass_rate, good_rate }) => pass_rate.num - good_rate.num },
  {
    name: '未及格',
    of: ({ present, pass_rate, low_rate }) => present - pass_rate.num - low_rate.num,
  },
  { name: '低分', of: ({ low_rate }) => low_rate.num },
]
