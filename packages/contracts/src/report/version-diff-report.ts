import { formatMilli } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { listOf, MilliScore, nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport } from './define-report.ts'
import { peopleFilters, personColumns } from './people.ts'
import { versionSentences } from './sentences-of-people.ts'
import { filters, frame, Person } from './shapes.ts'

/** Why a score is another one, as the two versions tell it. */
export const CHANGE_CAUSES = {
  attendance: '考勤更正',
  answer: '作答更正',
  key: '答案或计分规则',
  mark: '主观题得分更正',
} as const
export type ChangeCause = keyof typeof CHANGE_CAUSES

const Row = Type.Object({
  ...Person.properties,
  before_milli: nullable(MilliScore),
  after_milli: nullable(MilliScore),
  /** Absent where the caller may not see ranks. */
  rank_before: Type.Optional(nullable(Type.Integer())),
  rank_after: Type.Optional(nullable(Type.Integer())),
  causes: Type.Array(Type.Enum(Object.keys(CHANGE_CAUSES) as ChangeCause[])),
})
export type VersionDiffRow = Static<typeof Row>

const Mean = nullable(Type.Number())
const RankKind = nullable(Type.Enum(['joint', 'city', 'district', 'school', 'class']))
const pointsText = (milli: number | null): string =>
  milli === null ? '—' : formatMilli(Math.round(milli / 10) * 10)

/** 版本对比: whose score or rank is another one than in an earlier version, and why. @source reports P17, R18 */
export const versionDiffReport = defineReport({
  key: 'version_diff',
  title: '版本对比',
  path: '/v1/snapshot/diff',
  exportPath: '/v1/snapshot/diff/export',
  summary: '两个成绩版本之间谁的分数或名次变了、为什么；version 为新版本，from 为旧版本',
  of: 'both',
  named: true,
  errors: ['REGION_FIGURES_ONLY'],
  query: Type.Object({
    ...peopleFilters,
    subject_id: filters.subject_id,
    from: Type.Optional(
      Type.Integer({ minimum: 1, description: '旧版本；缺省为所看版本的上一个版本' }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(Row).properties,
    /** Null where there is no earlier version that the caller may see. */
    from_version: nullable(Type.Integer()),
    changed: Type.Integer(),
    rank_changed: Type.Integer(),
    mean_before_milli: Mean,
    mean_after_milli: Mean,
    /** Which rank the columns tell. */
    rank_kind: RankKind,
  }),
  rows: ({ list }) => list,
  sentences: (reply) => versionSentences(reply, 'version_diff'),
  columns: ({ schools, from_version, footer, rank_kind }): ReportColumn<VersionDiffRow>[] => {
    const [before, after] = [`v${from_version ?? ''}`, `v${footer.version}`]
    const rank = rank_kind ?? 'school'
    const columns: ReportColumn<VersionDiffRow>[] = [
      ...personColumns<VersionDiffRow>(schools),
      {
        key: 'before',
        title: before,
        group: '得分',
        kind: 'milli',
        value: (row) => row.before_milli,
      },
      { key: 'after', title: after, group: '得分', kind: 'milli', value: (row) => row.after_milli },
      {
        key: 'delta',
        title: '变化',
        group: '得分',
        kind: 'delta',
        formula: `${after} 的得分 − ${before} 的得分`,
        rule: 'R18',
        value: ({ before_milli: old, after_milli: now }) =>
          old === null || now === null
            ? null
            : { v: now - old, se: null, z: null, p_adj: null, sig: 1 },
      },
      {
        key: 'rank_before',
        title: before,
        group: '名次',
        kind: 'rank',
        rank,
        formula: '比本人分数高的人数 + 1；同分同名次',
        rule: 'DR 10',
        value: (row) => row.rank_before,
      },
      {
        key: 'rank_after',
        title: after,
        group: '名次',
        kind: 'rank',
        rank,
        formula: '比本人分数高的人数 + 1；同分同名次',
        rule: 'DR 10',
        value: (row) => row.rank_after,
      },
      {
        key: 'causes',
        title: '原因',
        kind: 'text',
        width: 200,
        formula:
          '由两个版本的考勤、作答、客观题与主观题得分比出；只有名次变化的，是他人分数变化所致',
        rule: 'R18',
        value: ({ causes }) =>
          causes.length === 0 ? '仅名次变化' : causes.map((one) => CHANGE_CAUSES[one]).join('、'),
      },
    ]
    // Without a version to compare with there is no change to head.
    return from_version === null ? columns.filter(({ group }) => group === undefined) : columns
  },
  figures: (reply) =>
    reply.from_version === null
      ? []
      : [
          { label: '分数变化', text: `${reply.changed} 人` },
          { label: '名次变化', text: `${reply.rank_changed} 人` },
          { label: `v${reply.from_version} 均分`, text: pointsText(reply.mean_before_milli) },
          { label: `v${reply.footer.version} 均分`, text: pointsText(reply.mean_after_milli) },
        ],
})

export const reportVersionDiff = versionDiffReport.list
export const exportVersionDiff = versionDiffReport.export
