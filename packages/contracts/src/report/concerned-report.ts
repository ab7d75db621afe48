import { type ChartData, signedFigureText } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { can, defineRoute, Id, inJoint, listOf, MilliScore, nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { defineReport, sheetOf } from './define-report.ts'
import { scoresOf, topOf } from './drills.ts'
import { lineFilters, subjectLineFilter } from './line-report.ts'
import { peopleFilters, personColumns, rankColumns } from './people.ts'
import { criticalSentences, excellentSentences } from './sentences-of-people.ts'
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
  /** Subjects where most is to be gained by more than the error of measurement. */
  suggested: Type.Array(Type.String()),
  /** Z of the last exams and this one, the oldest first; null where the student was not there. */
  trend: Type.Array(Figure),
  /** Why somebody is on a list of the watched. */
  reason: Type.String(),
  /** The caller's own. */
  note: Type.String(),
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
    subject_lines: subjectLineFilter,
    below: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: '线下多少分以内' })),
    above: Type.Optional(Type.Integer({ minimum: 0, maximum: 200, description: '线上多少分以内' })),
    list: Type.Optional(
      Type.Enum(
        ['critical', 'push', 'hold', 'uneven', 'slump', 'volatile', 'odd', 'mismatch', 'waste'],
        {
          default: 'critical',
          description:
            '临界、线下、线上，或偏科、滑坡、波动、异常；某科的错位（总分上线而该科没有）与浪费（该科上线而总分没有）',
        },
      ),
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
    /** Exams that the trend is about, this one among them. */
    exams: Type.Integer(),
    /** Is the list one of the watched, and not one about a line? */
    watched: Type.Boolean(),
    histogram: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
  }),
  rows: ({ list }) => list,
  sentences: (reply) => criticalSentences(reply, 'concerned_critical'),
  columns: ({ schools, line, sem_milli, exams, watched, list }): ReportColumn<CriticalRow>[] => [
    ...personColumns<CriticalRow>(schools),
    { key: 'score_milli', title: '得分', kind: 'milli', value: (row) => row.score_milli },
    ...(watched
      ? [
          {
            key: 'reason',
            title: '原因',
            kind: 'text' as const,
            width: 260,
            formula:
              '偏科：最强与最弱科目的 Z 相差 1.5 以上；滑坡：Z 比前三次平均低 0.5 以上；波动：近五次 Z 的标准差 0.6 以上；异常：客观与主观得分率悬殊、零分、全选同一项，或 Z 比上次低 2 以上',
            rule: 'DR 14.3、9',
            value: ({ reason }: CriticalRow) => reason,
          },
        ]
      : []),
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
      key: 'suggested',
      title: '建议科目',
      kind: 'text',
      width: 112,
      formula: '低于单科线最多、且差距大于该科测量标准误的两科',
      rule: 'P11',
      value: ({ suggested }) => suggested.join('、'),
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
    ...(exams > 1
      ? [
          {
            key: 'trend',
            title: `近 ${exams} 次 Z`,
            kind: 'text' as const,
            width: 190,
            formula: '从早到晚，最后一个为本次；没有参加的为 —',
            rule: 'DR 15',
            value: ({ trend }: CriticalRow) =>
              trend.map((z) => signedFigureText(z, 'index')).join(' → '),
          },
        ]
      : []),
    ...(list.length > 0
      ? [
          {
            key: 'note',
            title: '我的备注',
            kind: 'text' as const,
            width: 160,
            value: ({ note }: CriticalRow) => note,
          },
        ]
      : []),
  ],
  chartsApart: true,
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

const TopCount = Type.Object({ group: Group, n: Type.Integer(), share: Est })
export type TopCount = Static<typeof TopCount>

/** 前 50 名, or 前 10%（18 名）. */
export const topName = ({
  top,
  top_percent: percent,
}: {
  top: number
  top_percent: number | null
}) => (percent === null ? `前 ${top} 名` : `前 ${percent}%（${top} 名）`)

/** How many of the best are in which class. */
export const topColumns = ({
  top,
  top_percent,
  counts_only,
}: {
  top: number
  top_percent: number | null
  counts_only: boolean
}): ReportColumn<TopCount>[] => [
  {
    key: 'group',
    title: '班级',
    kind: 'text',
    frozen: true,
    width: 140,
    value: ({ group }) => group.name,
  },
  { key: 'present', title: '实考', kind: 'count', value: ({ share }) => share.n },
  {
    key: 'n',
    title: topName({ top, top_percent }),
    kind: 'count',
    width: top_percent === null ? 92 : 140,
    formula: `名次在前 ${top} 的人数，同分同名次`,
    rule: 'DR 14.3',
    value: ({ n }) => n,
    // Grades 1 to 9 name nobody for being best.
    ...(counts_only ? {} : { drill: ({ group, n }: TopCount) => topOf(group, top, n) }),
  },
  {
    key: 'share',
    title: '占本班（95% 区间）',
    kind: 'est',
    width: 168,
    formula: '前若干名的人数 ÷ 本班实考人数，区间按 Wilson',
    rule: 'R8',
    value: ({ share }) => share,
  },
]

const ExcellentRow = Type.Object({
  ...Person.properties,
  score_milli: MilliScore,
  ...ranks,
  z: Type.Array(Figure),
  weakest: Type.String(),
  spread: Figure,
  /** Deviation of the last five Z; null for fewer than three. */
  stability: Figure,
  /** Against the exam compared with; null for who did not sit it, or was in neither list. */
  move: nullable(Type.Enum(['stayed', 'entered', 'fell'])),
})
export type ExcellentRow = Static<typeof ExcellentRow>

export const MOVES = { stayed: '保持', entered: '新进', fell: '跌出' } as const

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
    top_percent: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description: '或前百分之几：有成绩人数的这一比例，四舍五入，至少 1 名；给出时不看 top',
      }),
    ),
    compare_exam_id: filters.compare_exam_id,
    move: Type.Optional(
      Type.Enum(['all', 'stayed', 'entered', 'fell'], {
        default: 'all',
        description: '全部，或与上次相比保持、新进、跌出',
      }),
    ),
  }),
  reply: Type.Object({
    ...frame,
    ...listOf(ExcellentRow).properties,
    /** So many, whichever way it was asked for. */
    top: Type.Integer(),
    top_percent: nullable(Type.Integer()),
    compared: nullable(Type.Object({ exam_id: Id, exam_name: Type.String() })),
    /** How many of those shown moved how. */
    moves: nullable(
      Type.Object({ stayed: Type.Integer(), entered: Type.Integer(), fell: Type.Integer() }),
    ),
    counts: Type.Array(TopCount),
    /** Grades 1 to 9 name nobody. */
    counts_only: Type.Boolean(),
  }),
  rows: ({ list }) => list,
  sentences: (reply) => excellentSentences(reply, 'concerned_excellent'),
  sheets: (reply) => [sheetOf('各班人数', topColumns(reply), reply.counts)],
  columns: ({ schools, subjects, compared }): ReportColumn<ExcellentRow>[] => [
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
      drill: (row) => scoresOf(row, { subject_id, subject_name }),
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
    ...(compared
      ? [
          {
            key: 'move',
            title: '变化',
            kind: 'text' as const,
            width: 64,
            formula: `与${compared.exam_name}的同样名次相比`,
            rule: 'DR 14.3',
            value: ({ move }: ExcellentRow) => (move === null ? '' : MOVES[move]),
          },
          {
            key: 'stability',
            title: '稳定性',
            kind: 'index' as const,
            width: 76,
            formula: '近五次 Z 的标准差，越小越稳；不足三次不算',
            rule: 'P12',
            value: ({ stability }: ExcellentRow) => stability,
          },
        ]
      : []),
  ],
  chartsApart: true,
  charts: ({ counts, top, top_percent, footer }): ChartData[] =>
    counts.length === 0
      ? []
      : [
          {
            kind: 'dots',
            title: `${footer.subject_name}${topName({ top, top_percent })}占各班人数的比例`,
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

/** What one notes for oneself about a student on a list. @source reports P11 */
export const reportNote = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/concerned/note',
  summary: '给关注名单上的一个学生写备注，只有本人看得到；留空为删除',
  area: 'reports',
  access: inJoint(can('report.read', { exam: 'body.exam_id' }), 'member'),
  body: Type.Object({
    exam_id: Id,
    candidate_id: Id,
    text: Type.String({ maxLength: 200 }),
  }),
  reply: Type.Object({ text: Type.String() }),
  errors: ['SCORE_NOT_RELEASED', 'REGION_FIGURES_ONLY', 'CANDIDATE_UNKNOWN'],
})

export const reportCritical = criticalReport.list
export const exportCritical = criticalReport.export
export const reportExcellent = excellentReport.list
export const exportExcellent = excellentReport.export
