import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { EVERYBODY, peopleOf } from './drills.ts'
import { sideFilters } from './segment-report.ts'
import { rankBandSentences, segmentSentences } from './sentences-of-groups.ts'
import { filters, frame, Group } from './shapes.ts'

const RankRow = Type.Object({
  from: Type.Integer(),
  to: Type.Integer(),
  label: Type.String(),
  /** Of all that are ranked together. */
  count: Type.Integer(),
  ratio: Ratio,
  by_group: Type.Array(Type.Integer()),
  /** Share of the group in the band over its share of all: 1 is what its size lets expect. */
  over_expected: Type.Array(nullable(Type.Number())),
})
export type RankBandRow = Static<typeof RankRow>

/** What stands side by side. */
const nounOf = (groups: readonly { kind: string }[]) =>
  groups[0]?.kind === 'school' ? '学校' : '班级'

/** 名次段: how many of each class stand in each band of ranks, and how many its size lets expect. @source reports P08 */
export const rankBandReport = defineReport({
  key: 'section_rank',
  title: '名次段',
  path: '/v1/scorereport/section/rank',
  exportPath: '/v1/scorereport/section/rank/export',
  summary: '名次段统计：各班在各名次段的人数，与按人数应占的比值',
  of: 'both',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    width: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_000,
        description: '每段多少名，或多少百分点；不给时约为十段',
      }),
    ),
    unit: Type.Optional(
      Type.Enum(['rank', 'percent'], { default: 'rank', description: '按名次或按百分比分段' }),
    ),
    by: sideFilters.by,
  }),
  reply: Type.Object({
    ...frame,
    width: Type.Integer(),
    unit: Type.Enum(['rank', 'percent']),
    groups: Type.Array(Group),
    /** Share of all who are ranked, by group: what their size lets expect of every band. */
    expected: Type.Array(Type.Number()),
    rows: Type.Array(RankRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, groups, expected }) =>
    rankBandSentences(rows, groups, expected, 'section_rank'),
  columns: ({ groups, footer, expected }): ReportColumn<RankBandRow>[] => [
    {
      key: 'label',
      title: '名次段',
      kind: 'text',
      frozen: true,
      width: 128,
      formula: `在${footer.scope_name}中的名次，含两端；同分同名次，一段可能多于应有人数`,
      rule: 'DR 10',
      value: ({ label }) => label,
    },
    { key: 'count', title: '人数', group: '合计', kind: 'count', value: ({ count }) => count },
    {
      key: 'ratio',
      title: '比例',
      group: '合计',
      kind: 'ratio',
      formula: '本段人数 ÷ 参加排名的人数',
      rule: 'DR 10',
      value: ({ ratio }) => ratio,
    },
    ...groups.map(({ id, name }, index): ReportColumn<RankBandRow> => ({
      key: `group:${id ?? 0}`,
      title: name,
      group: '人数',
      kind: 'count',
      width: 88,
      value: ({ by_group }) => by_group[index] ?? 0,
    })),
    ...groups.map(({ id, name }, index): ReportColumn<RankBandRow> => ({
      key: `share:${id ?? 0}`,
      title: name,
      group: '占本段',
      kind: 'ratio',
      width: 88,
      formula: `该组在本段的人数 ÷ 本段人数；按人数应占 ${Math.trunc((expected[index] ?? 0) * 10_000) / 100}%`,
      rule: 'P08',
      value: ({ by_group, count }) => ({ num: by_group[index] ?? 0, den: count }),
    })),
    ...groups.map(({ id, name }, index): ReportColumn<RankBandRow> => ({
      key: `over:${id ?? 0}`,
      title: name,
      group: '与应占之比',
      kind: 'index',
      width: 88,
      formula: '（该班在本段的人数 ÷ 本段人数）÷（该班人数 ÷ 参加排名的人数）；1 为与人数相称',
      rule: 'P08',
      value: ({ over_expected }) => over_expected[index] ?? null,
    })),
  ],
  charts: ({ groups, rows, footer }): ChartData[] => [
    {
      kind: 'matrix',
      title: `${footer.subject_name}各名次段与应占之比`,
      xTitle: '名次段',
      yTitle: nounOf(groups),
      figure: 'index',
      labels: rows.map(({ label }) => label),
      series: groups.map(({ name }, index) => ({
        name,
        values: rows.map(({ over_expected }) => over_expected[index] ?? null),
      })),
    },
    {
      kind: 'dots',
      title: `${footer.subject_name}前三段与应占之比`,
      xTitle: nounOf(groups),
      yTitle: '与应占之比',
      figure: 'index',
      labels: groups.map(({ name }) => name),
      series: rows.slice(0, 3).map(({ label, over_expected }) => ({
        name: label,
        values: groups.map((_, index) => over_expected[index] ?? null),
      })),
      references: [{ value: 1, label: '与人数相称' }],
    },
  ],
})

const OwnRow = Type.Object({
  name: Type.String(),
  from_milli: MilliScore,
  to_milli: MilliScore,
  label: Type.String(),
  count: Type.Integer(),
  ratio: Ratio,
  by_group: Type.Array(Type.Integer()),
})
export type OwnBandRow = Static<typeof OwnRow>

/** 自定义分段: bands with names of one's own. @source reports P08; domain rules 10 */
export const ownBandReport = defineReport({
  key: 'section_from',
  title: '自定义分段',
  path: '/v1/scorereport/section/from',
  exportPath: '/v1/scorereport/section/from/export',
  summary: '自定义分段：自定名称与上下限，各班人数与比例；不给时为四率的不重叠分段',
  of: 'both',
  errors: ['SEGMENT_TOO_NARROW', 'BANDS_WRONG'],
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    class_id: filters.class_id,
    bands: Type.Optional(
      Type.String({
        maxLength: 800,
        description: '分段，JSON：[["名称",下限,上限],…]，单位为分，含下限不含上限',
      }),
    ),
    by: sideFilters.by,
  }),
  reply: Type.Object({
    ...frame,
    full_milli: MilliScore,
    subject_id: Id,
    /** Bands that the school keeps and that fit the full mark. */
    sets: Type.Array(
      Type.Object({
        name: Type.String(),
        bands: Type.Array(
          Type.Object({ name: Type.String(), lower: Type.Number(), upper: Type.Number() }),
        ),
      }),
    ),
    groups: Type.Array(Group),
    rows: Type.Array(OwnRow),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, footer }) =>
    segmentSentences(
      rows.map(({ name, count }) => ({ label: name, count })),
      footer.subject_name,
      'section_from',
    ),
  columns: ({ groups, subject_id, full_milli, footer }): ReportColumn<OwnBandRow>[] => [
    { key: 'name', title: '名称', kind: 'text', frozen: true, value: ({ name }) => name },
    {
      key: 'label',
      title: '分数',
      kind: 'text',
      frozen: true,
      width: 112,
      formula: '含下限、不含上限；到满分的一段含满分',
      rule: 'DR 10',
      value: ({ label }) => label,
    },
    {
      key: 'count',
      title: '人数',
      group: '合计',
      kind: 'count',
      value: ({ count }) => count,
      drill: (row) =>
        peopleOf(
          EVERYBODY,
          `${footer.subject_name} ${row.name}`,
          bandFilter(row, subject_id, full_milli),
          row.count,
        ),
    },
    {
      key: 'ratio',
      title: '比例',
      group: '合计',
      kind: 'ratio',
      formula: '本段人数 ÷ 实考人数',
      rule: 'DR 10',
      value: ({ ratio }) => ratio,
    },
    ...groups.map((group, index): ReportColumn<OwnBandRow> => ({
      key: `group:${group.id ?? 0}`,
      title: group.name,
      group: groups[0]?.kind === 'school' ? '各校人数' : '各班人数',
      kind: 'count',
      width: 88,
      value: ({ by_group }) => by_group[index] ?? 0,
      drill: (row) =>
        peopleOf(
          group,
          `${footer.subject_name} ${row.name}`,
          bandFilter(row, subject_id, full_milli),
          row.by_group[index] ?? 0,
        ),
    })),
  ],
  charts: ({ groups, rows, footer }): ChartData[] => [
    {
      kind: 'stacked100',
      title: `${footer.subject_name}各${nounOf(groups) === '学校' ? '校' : '班'}分段构成`,
      xTitle: nounOf(groups),
      yTitle: '占所列各段人数',
      figure: 'rate',
      labels: groups.map(({ name }) => name),
      series: rows.map(({ name, by_group }) => ({
        name,
        values: by_group.map((count, index) => {
          const all = rows.reduce((sum, row) => sum + (row.by_group[index] ?? 0), 0)
          return all === 0 ? null : count / all
        }),
      })),
    },
  ],
})

/** Who is in a band; one that ends at the full mark holds it. */
const bandFilter = ({ from_milli, to_milli }: OwnBandRow, in_subject: number, full: number) => ({
  in_subject,
  score_from: from_milli / 1000,
  ...(to_milli >= full ? {} : { score_to: to_milli / 1000 }),
})

export const reportRankBands = rankBandReport.list
export const exportRankBands = rankBandReport.export
export const reportOwnBands = ownBandReport.list
export const exportOwnBands = ownBandReport.export
