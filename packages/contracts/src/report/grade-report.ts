import { BOX_SERIES, type ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable } from '../route.ts'
import type { Figures as FiguresShape } from './shapes.ts'
import { type ReportColumn, SUPPRESSED } from './columns.ts'
import { EVERYBODY, peopleOf, RateLines, reachedOf, scoredOf } from './drills.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { gradeSentences } from './sentences.ts'
import { Delta, Figures, filters, frame, Subject } from './shapes.ts'
import { matrixColumns, MatrixRow } from './subject-matrix.ts'

const Figure = nullable(Type.Number())
type WireFigures = Static<typeof FiguresShape>

const Row = Type.Object({
  subject: Subject,
  figures: Figures,
  difficulty: Figure,
  distinction: Figure,
  alpha: Figure,
  sem_milli: Figure,
  /** Best and last class by mean; null where there are fewer than two. */
  range: nullable(Type.Object({ best: Type.String(), last: Type.String(), delta: Delta })),
  /** Lower whisker, quartiles, upper whisker, as shares of the full mark. */
  box: nullable(Type.Array(Type.Number(), { minItems: 5, maxItems: 5 })),
  suppressed: Type.Boolean(),
})
export type GradeRow = Static<typeof Row>

const shown =
  <T>(of: (row: GradeRow) => T) =>
  (row: GradeRow): T | typeof SUPPRESSED =>
    row.suppressed ? SUPPRESSED : of(row)

const milli = (
  key: 'max_milli' | 'min_milli' | 'mean_milli' | 'median_milli' | 'sd_milli',
  title: string,
  formula: string,
): ReportColumn<GradeRow> => ({
  key,
  title,
  group: '分数',
  kind: 'milli',
  formula,
  rule: 'DR 11',
  drill: ({ subject, figures }) => scoredOf(EVERYBODY, subject, figures.present),
  value: shown(({ figures }) => figures[key]),
})

const rate = (
  key: 'excellent_rate' | 'good_rate' | 'pass_rate' | 'low_rate',
  title: string,
  formula: string,
  rates: Static<typeof RateLines>,
): ReportColumn<GradeRow> => ({
  key,
  title,
  group: '四率',
  kind: 'ratio',
  formula,
  rule: 'DR 10',
  drill: ({ subject, figures }) => reachedOf(EVERYBODY, subject, rates, key, figures[key].num),
  value: shown(({ figures }: { figures: WireFigures }) => figures[key]),
})

const index = (
  key: 'difficulty' | 'distinction' | 'alpha',
  title: string,
  formula: string,
): ReportColumn<GradeRow> => ({
  key,
  title,
  group: '试卷',
  kind: 'index',
  formula,
  rule: 'DR 11',
  value: shown((row) => row[key]),
})

/** 年级报表: every subject of the grade in one table, and how far its classes lie apart. @source reports P05 */
export const gradeReport = defineReport({
  key: 'grade',
  title: '年级报表',
  path: '/v1/scorereport/grade/list',
  exportPath: '/v1/scorereport/grade/export',
  summary: '各科与总分的均分、标准差、四率、难度、区分度、信度，最好与最后班级之差',
  of: 'total',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    school_id: filters.school_id,
  }),
  reply: Type.Object({
    ...frame,
    rates: RateLines,
    rows: Type.Array(Row),
    /** Class by subject: how much better than the class itself, as shares of the full mark. */
    matrix: Type.Array(MatrixRow),
  }),
  rows: ({ rows }) => rows,
  sheets: ({ matrix, subjects }) =>
    matrix.length === 0 ? [] : [sheetOf('班级×科目', matrixColumns(subjects, '班级'), matrix)],
  sentences: ({ rows }) => gradeSentences(rows, 'grade'),
  columns: ({ rates }): ReportColumn<GradeRow>[] => [
    {
      key: 'subject',
      title: '科目',
      kind: 'text',
      frozen: true,
      width: 96,
      value: ({ subject }) => subject.subject_name,
    },
    {
      key: 'full_milli',
      title: '满分',
      group: '分数',
      kind: 'milli',
      value: ({ subject }) => subject.full_milli,
    },
    {
      key: 'present',
      title: '实考',
      group: '人数',
      kind: 'count',
      value: ({ figures }) => figures.present,
      drill: ({ subject, figures }) => scoredOf(EVERYBODY, subject, figures.present),
    },
    {
      key: 'absent',
      title: '缺考',
      group: '人数',
      kind: 'count',
      formula: '应考 − 实考，含无记录；总分为总分不全者',
      rule: 'DR 1.5',
      value: ({ figures }) => figures.absent,
      drill: ({ subject, figures }) =>
        peopleOf(
          EVERYBODY,
          `${subject.subject_name}没有成绩`,
          { in_subject: subject.subject_id, missing: 'absent' },
          figures.absent,
        ),
    },
    milli('max_milli', '最高', '最高得分'),
    milli('min_milli', '最低', '最低得分'),
    milli('mean_milli', '均分', '得分之和 ÷ 实考人数'),
    milli('median_milli', '中位数', '一半的人不高于此分'),
    milli('sd_milli', '标准差', '总体标准差（÷N）'),
    {
      key: 'cv',
      title: '差异系数',
      group: '分数',
      kind: 'rate',
      formula: '标准差 ÷ 均分',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.cv),
    },
    rate('excellent_rate', '优秀率', `得分不低于满分的 ${rates.excellent}%`, rates),
    rate('good_rate', '良好率', `得分不低于满分的 ${rates.good}%，含优秀`, rates),
    rate('pass_rate', '及格率', `得分不低于满分的 ${rates.pass}%`, rates),
    rate(
      'low_rate',
      '低分率',
      `得分${rates.low_inclusive ? '不高于' : '低于'}满分的 ${rates.low}%`,
      rates,
    ),
    index('difficulty', '难度', '均分 ÷ 满分，越高越易'),
    index('distinction', '区分度', '总分前 27% 与后 27% 的人在该科得分率之差，同分者均摊'),
    index('alpha', '信度 α', 'Cronbach α，0.75 以上为良好'),
    {
      key: 'sem_milli',
      title: '测量标准误',
      group: '试卷',
      kind: 'milli',
      width: 96,
      formula: '标准差 × √(1 − α)',
      rule: 'DR 11',
      value: shown((row) => row.sem_milli),
    },
    {
      key: 'range',
      title: '均分差',
      group: '最好班与最后班',
      kind: 'delta',
      formula: '均分最高的班 − 最低的班；显著性在所有两两比较中用 Holm 校正，因为两班是事后挑出的',
      rule: 'R7',
      value: shown(({ range }) => range?.delta ?? null),
    },
    {
      key: 'range_classes',
      title: '班级',
      group: '最好班与最后班',
      kind: 'text',
      width: 180,
      value: shown(({ range }) => (range ? `${range.best}，${range.last}` : '')),
    },
  ],
  chartsApart: true,
  charts: ({ rows, matrix, subjects }): ChartData[] => {
    const boxed = rows.filter(({ box }) => box !== null)
    const placed = rows.filter((row) => row.difficulty !== null && row.distinction !== null)
    return [
      ...(boxed.length > 0
        ? [
            {
              kind: 'boxes' as const,
              title: '各科得分率分布',
              xTitle: '科目',
              yTitle: '得分率',
              figure: 'rate' as const,
              labels: boxed.map(({ subject }) => subject.subject_name),
              series: BOX_SERIES.map((name, at) => ({
                name,
                values: boxed.map(({ box }) => box?.[at] ?? null),
              })),
            },
          ]
        : []),
      ...(placed.length > 1
        ? [
            {
              kind: 'scatter' as const,
              title: '各科难度与区分度',
              xTitle: '难度',
              yTitle: '区分度',
              figure: 'index' as const,
              pointTitle: '科目',
              labels: placed.map(({ subject }) => subject.subject_name),
              series: [
                { name: '难度', values: placed.map(({ difficulty }) => difficulty) },
                { name: '区分度', values: placed.map(({ distinction }) => distinction) },
              ],
              references: [
                { value: 0.7, label: '易', axis: 'x' as const },
                { value: 0.2, label: '差', axis: 'y' as const },
              ],
            },
          ]
        : []),
      ...(matrix.length > 1 && subjects.length > 1
        ? [
            {
              kind: 'matrix' as const,
              title: '各班相对擅长的科目（离差）',
              xTitle: '科目',
              yTitle: '班级',
              figure: 'rate' as const,
              labels: subjects.map(({ subject_name }) => subject_name),
              series: matrix.map(({ name, factors }) => ({ name, values: factors })),
            },
          ]
        : []),
    ]
  },
})

export const reportGrade = gradeReport.list
export const exportGrade = gradeReport.export
