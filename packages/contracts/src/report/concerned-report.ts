import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, listOf, MilliScore, nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { lineFilters } from './line-report.ts'
import { peopleFilters, personColumns, rankColumns } from './people.ts'
import { Est, filters, frame, Group, Person, ranks } from './shapes.ts'

const Figure = nullable(Type.Number())

const CriticalRow = Type.Object({
  ...Person.properties,
  score_milli: MilliScore,
  gap_milli: Type.Integer(),
  side: Type.Enum(['push', 'hold']),
  side_name: Type.String(),
  /** Null where the error of measurement is not known. */
  within_error: nullable(Type.Boolean()),
  weakest: Type.Array(
    Type.Object({
      subject_id: Id,
      subject_name: Type.String(),
      /** Below the line of the subject, so many. */
      gap_milli: nullable(Type.Integer()),
      /** Z of the subject less the mean of the own ones. */
      z_own: Figure,
    }),
  ),
  spread: Figure,
})
export type CriticalRow = Static<typeof CriticalRow>

const weakText = (
  weakest: CriticalRow['weakest'],
  read: (one: CriticalRow['weakest'][number]) => number | null,
): string => {
  const [worst] = weakest
    .filter((one) => read(one) !== null)
    .toSorted((a, b) => (read(a) ?? 0) - (read(b) ?? 0))
  return worst && (read(worst) ?? 0) < 0 ? worst.subject_name : ''
}

/** 临界生: who is just below a line, and just on it; and whose subjects lie far apart. @source reports P11 */
export const criticalReport = defineReport({
  key: 'concerned_critical',
  title: '临界生',
  path: '/v1/scorereport/concerned/critical',
  exportPath: '/v1/scorereport/concerned/critical/export',
  summary: '线上线下临界学生：差距、是否在测量误差内、最弱科目；或偏科学生',
  of: 'both',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    subject_id: filters.subject_id,
    ...lineFilters,
    below: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: '线下多少分以内' })),
    above: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: '线上多少分以内' })),
    list: Type.Optional(
      Type.Enum(['critical', 'push', 'hold', 'uneven'], {
        default: 'critical',
        description: '临界、线下、线上，或偏科',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(CriticalRow).properties,
    lines: Type.Array(Type.Object({ name: Type.String(), total_milli: MilliScore })),
    line: nullable(Type.Object({ name: Type.String(), line_milli: Type.Number() })),
    below: Type.Integer(),
    above: Type.Integer(),
    sem_milli: Figure,
    counts: Type.Object({ push: Type.Integer(), hold: Type.Integer() }),
    histogram: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
  }),
  rows: ({ list }) => list,
  columns: ({ schools, line, sem_milli }): ReportColumn<CriticalRow>[] => [
    ...personColumns<CriticalRow>(schools),
    { key: 'score_milli', title: '得分', kind: 'milli', value: (row) => row.score_milli },
    {
      key: 'gap_milli',
      title: '与线差',
      kind: 'milli',
      formula: `得分 − ${line?.name ?? '线'}${line ? `（${Math.round(line.line_milli / 10) / 100} 分）` : ''}`,
      rule: 'DR 14.2',
      value: (row) => row.gap_milli,
    },
    { key: 'side', title: '位置', kind: 'text', width: 92, value: (row) => row.side_name },
    {
      key: 'within_error',
      title: '误差',
      kind: 'text',
      width: 148,
      formula: `差距小于 1.96 个测量标准误${sem_milli === null ? '' : `（${Math.round((sem_milli * 1.96) / 10) / 100} 分）`}时，一次考试难以区分在线上还是线下`,
      rule: 'R12',
      value: (row) => (row.within_error ? '一次考试难以区分' : ''),
    },
    {
      key: 'weak_line',
      title: '离单科线最远',
      kind: 'text',
      width: 112,
      formula: '低于单科线最多的科目；单科线按所选算法',
      rule: 'DR 14.2',
      value: ({ weakest }) => weakText(weakest, ({ gap_milli }) => gap_milli),
    },
    {
      key: 'weak_own',
      title: '相对自己最弱',
      kind: 'text',
      width: 112,
      formula: 'Z 比本人各科平均 Z 低得最多的科目',
      rule: 'DR 14.2',
      value: ({ weakest }) => weakText(weakest, ({ z_own }) => z_own),
    },
    {
      key: 'spread',
      title: '偏科程度',
      kind: 'index',
      width: 84,
      formula: '最强科目的 Z − 最弱科目的 Z；1.5 以上为偏科',
      rule: 'DR 14.3',
      value: ({ spread }) => spread,
    },
  ],
  charts: ({ histogram, line, footer }): ChartData[] =>
    line && histogram.length > 0
      ? [
          {
            kind: 'histogram',
            title: `${footer.subject_name}与${line.name}的差距`,
            xTitle: '与线差（分）',
            yTitle: '人数',
            figure: 'count',
            labels: histogram.map(({ label }) => label),
            series: [{ name: '人数', values: histogram.map(({ count }) => count) }],
          },
        ]
      : [],
})

const ExcellentRow = Type.Object({
  ...Person.properties,
  score_milli: MilliScore,
  ...ranks,
  z: Type.Array(Figure),
  weakest: Type.String(),
  spread: Figure,
})
export type ExcellentRow = Static<typeof ExcellentRow>

/** 尖子生: the best, and how many of them are in which class. @source reports P12 */
export const excellentReport = defineReport({
  key: 'concerned_excellent',
  title: '尖子生',
  path: '/v1/scorereport/concerned/excellent',
  exportPath: '/v1/scorereport/concerned/export',
  summary: '前若干名学生：名次、各科 Z、最弱科目，与各班人数；义务教育阶段只有人数',
  of: 'both',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    subject_id: filters.subject_id,
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, default: 50, description: '前多少名' }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(ExcellentRow).properties,
    top: Type.Integer(),
    counts: Type.Array(Type.Object({ group: Group, n: Type.Integer(), share: Est })),
    /** Grades 1 to 9 name nobody. */
    counts_only: Type.Boolean(),
  }),
  rows: ({ list }) => list,
  columns: ({ schools, subjects }): ReportColumn<ExcellentRow>[] => [
    ...personColumns<ExcellentRow>(schools),
    { key: 'score_milli', title: '得分', kind: 'milli', value: (row) => row.score_milli },
    ...rankColumns<ExcellentRow>('名次', '', (row) => row),
    ...subjects.map(({ subject_id, subject_name }, index): ReportColumn<ExcellentRow> => ({
      key: `z:${subject_id}`,
      title: subject_name,
      group: '各科 Z',
      kind: 'index',
      heat: true,
      formula: '（该科得分 − 均分）÷ 标准差',
      rule: 'DR 12',
      value: ({ z }) => z[index] ?? null,
    })),
    {
      key: 'weakest',
      title: '最弱科目',
      kind: 'text',
      width: 92,
      formula: 'Z 最低的科目',
      rule: 'P12',
      value: ({ weakest }) => weakest,
    },
    {
      key: 'spread',
      title: '偏科程度',
      kind: 'index',
      width: 84,
      formula: '最强科目的 Z − 最弱科目的 Z；1.5 以上为偏科',
      rule: 'DR 14.3',
      value: ({ spread }) => spread,
    },
  ],
  charts: ({ counts, top, footer }): ChartData[] =>
    counts.length === 0
      ? []
      : [
          {
            kind: 'dots',
            title: `${footer.subject_name}前 ${top} 名占各班人数的比例`,
            xTitle: '班级',
            yTitle: '占本班',
            figure: 'rate',
            labels: counts.map(({ group }) => group.name),
            series: [
              {
                name: '占本班',
                values: counts.map(({ share }) => share.v),
                lo: counts.map(({ share }) => share.lo),
                hi: counts.map(({ share }) => share.hi),
              },
            ],
            interval: 95,
          },
        ],
})

export const reportCritical = criticalReport.list
export const exportCritical = criticalReport.export
export const reportExcellent = excellentReport.list
export const exportExcellent = excellentReport.export
