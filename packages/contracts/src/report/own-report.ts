import { type ChartData, STANDARDISED } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { can, defineRoute, done, Id, nullable, Time } from '../route.ts'
import { type ReportColumn, SUPPRESSED } from './columns.ts'
import { AveragedOf } from './averages.ts'
import type { Drill } from './columns.ts'
import { defineReport } from './define-report.ts'
import { peopleOf, reachedOf, scoredOf } from './drills.ts'
import { ownSentences } from './sentences-of-groups.ts'
import { beyondMarks, marksWords, readMarks } from './own-marks.ts'
import { OWN_METRICS, type OwnMetric } from './own-metrics.ts'
import { filters, frame, Group } from './shapes.ts'

/** Figures that an index may hold standardised, and whether more of them is better. @source reports R14 */
export const STANDARD_METRICS = {
  mean: 1,
  score_rate: 1,
  median: 1,
  excellent: 1,
  good: 1,
  pass: 1,
  low: -1,
  sd: -1,
  cv: -1,
} as const satisfies Partial<Record<OwnMetric, 1 | -1>>
export type StandardMetric = keyof typeof STANDARD_METRICS

const Row = Type.Object({
  group: Group,
  /** In the order of `metrics`. */
  values: Type.Array(nullable(Type.Number())),
  index: nullable(Type.Number()),
  /** 95 %, of a standardised index; null where it is not known. */
  index_band: nullable(Type.Object({ lo: Type.Number(), hi: Type.Number() })),
  /** With a score. */
  n: Type.Integer(),
  suppressed: Type.Boolean(),
  is_reference: Type.Boolean(),
})
export type OwnRow = Static<typeof Row>

/** What stands in the rows. */
export const OWN_ROWS = {
  class: '班级',
  school: '学校',
  combo: '选科组合',
  teacher: '任课教师',
} as const
export type OwnRows = keyof typeof OWN_ROWS
const By = Type.Enum(Object.keys(OWN_ROWS) as OwnRows[])

const OWN_FORMULAS: Record<OwnMetric, string> = {
  registered: '应当参加的人数',
  present: '有成绩的人数',
  absent: '应考 − 实考',
  mean: '得分之和 ÷ 实考人数',
  score_rate: '均分 ÷ 满分',
  max: '最高得分',
  q3: '四分之三的人不高于此分，线性内插',
  median: '一半的人不高于此分',
  q1: '四分之一的人不高于此分，线性内插',
  min: '最低得分',
  sd: '总体标准差（÷N）',
  cv: '标准差 ÷ 均分',
  excellent: '得分不低于优秀线的人数 ÷ 实考人数',
  good: '得分不低于良好线的人数 ÷ 实考人数，含优秀',
  pass: '得分不低于及格线的人数 ÷ 实考人数',
  low: '得分低于低分线的人数 ÷ 实考人数',
}

/** How a figure comes about, and how its cells are shaded. */
function shadedBy(marks: string, metric: OwnMetric) {
  const own = readMarks(marks).get(metric)
  return own
    ? {
        formula: `${OWN_FORMULAS[metric]}；着色：${marksWords(own)}`,
        beyond: beyondMarks(own),
      }
    : { formula: OWN_FORMULAS[metric] }
}

/** Who is behind a figure of a row: those who are counted in it, or all who have a score. */
function behindMetric(
  { group, n }: OwnRow,
  metric: OwnMetric,
  people: Static<typeof AveragedOf>,
): Drill | null {
  switch (metric) {
    case 'registered':
      return peopleOf(group, '应考', {})
    case 'absent':
      return peopleOf(group, `${people.subject_name}没有成绩`, {
        in_subject: people.subject_id,
        missing: 'absent',
      })
    case 'excellent':
    case 'good':
    case 'pass':
    case 'low':
      return reachedOf(group, people, people.rates, `${metric}_rate`, n)
    default:
      return scoredOf(group, people, n)
  }
}

/** 自定义报表: rows and figures of one's choice, and an index by a formula. @source reports P15; domain rules 15 */
export const ownReport = defineReport({
  key: 'grade_from',
  title: '自定义报表',
  path: '/v1/scorereport/grade_from',
  exportPath: '/v1/scorereport/grade_from/export',
  summary: '自选指标与综合指数公式的班级、学校或选科组合对比',
  of: 'both',
  errors: ['FORMULA_WRONG'],
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    school_id: filters.school_id,
    by: Type.Optional(
      Type.Enum(Object.keys(OWN_ROWS) as OwnRows[], {
        default: 'class',
        description: '按什么分行；任课教师按成绩发布时的任教，要选定一科',
      }),
    ),
    metrics: Type.Optional(
      Type.String({ maxLength: 300, description: '指标代号，以逗号分隔，按显示次序' }),
    ),
    formula: Type.Optional(
      Type.String({
        maxLength: 300,
        description:
          '综合指数，如 0.4*得分率+0.6*及格率；或各行之间标准化后加权，如 标准化(均分 35, 优秀率 25, 及格率 20, 低分率 20)',
      }),
    ),
    marks: Type.Optional(
      Type.String({
        maxLength: 300,
        pattern: '^[a-z0-9_:.,]*$',
        description:
          '着色界线，按表里的数：指标:低于:不低于，以逗号分隔，如 pass:60:85,mean::500（比率以百分数计）',
      }),
    ),
    index_name: Type.Optional(Type.String({ maxLength: 20, description: '综合指数的名称' })),
  }),
  reply: Type.Object({
    ...frame,
    by: By,
    metrics: Type.Array(Type.Enum(Object.keys(OWN_METRICS) as OwnMetric[])),
    formula: Type.String(),
    index_name: Type.String(),
    /** Thresholds that cells are shaded by; empty for none. */
    marks: Type.String(),
    people: AveragedOf,
    rows: Type.Array(Row),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ rows, formula, index_name: name }) =>
    formula === ''
      ? []
      : ownSentences(rows, { name, isStandard: formula.startsWith(STANDARDISED) }, 'grade_from'),
  columns: ({ by, metrics, formula, index_name, marks, people }): ReportColumn<OwnRow>[] => [
    {
      key: 'group',
      title: OWN_ROWS[by],
      kind: 'text',
      frozen: true,
      width: 140,
      value: ({ group }) => group.name,
    },
    ...metrics.map((metric, at): ReportColumn<OwnRow> => ({
      key: metric,
      title: OWN_METRICS[metric].name,
      kind: OWN_METRICS[metric].kind,
      heat: OWN_METRICS[metric].kind !== 'count',
      value: (row) =>
        row.suppressed && OWN_METRICS[metric].kind !== 'count'
          ? SUPPRESSED
          : (row.values[at] ?? null),
      ...shadedBy(marks, metric),
      rule: 'DR 11',
      drill: (row) =>
        row.suppressed || row.values[at] === 0 ? null : behindMetric(row, metric, people),
    })),
    ...(formula.startsWith(STANDARDISED)
      ? [
          {
            key: 'index',
            title: index_name,
            kind: 'est' as const,
            figure: 'index' as const,
            width: 168,
            heat: true,
            formula: `50 + 10 × Σ 权重 × z，${formula}；z 在各行之间取，低分率、标准差与差异系数越小越好；至少 4 行，区间由各项误差推出`,
            rule: 'R14',
            value: (row: OwnRow) =>
              row.suppressed
                ? SUPPRESSED
                : {
                    v: row.index,
                    lo: row.index_band?.lo ?? null,
                    hi: row.index_band?.hi ?? null,
                    n: row.n,
                    shown: 'ok' as const,
                  },
          },
        ]
      : formula === ''
        ? []
        : [
            {
              key: 'index',
              title: index_name,
              kind: 'index' as const,
              width: 112,
              heat: true,
              formula: `${formula}（分数以分计，比率以 0 到 1 计；除以 0 时不计算）`,
              rule: 'DR 15',
              value: (row: OwnRow) => (row.suppressed ? SUPPRESSED : row.index),
            },
          ]),
  ],
  charts: ({ rows, by, formula, index_name }): ChartData[] => {
    // A standardised index has no whole: its middle is 50.
    const isStandard = formula.startsWith(STANDARDISED)
    const known = rows.filter(
      (row) => !row.suppressed && row.index !== null && !(isStandard && row.is_reference),
    )
    return formula === '' || known.length < 2
      ? []
      : [
          {
            kind: 'dots',
            title: index_name,
            xTitle: OWN_ROWS[by],
            yTitle: index_name,
            figure: 'index',
            labels: known.map(({ group }) => group.name),
            series: [
              {
                name: index_name,
                values: known.map(({ index }) => index),
                ...(isStandard
                  ? {
                      lo: known.map(({ index_band }) => index_band?.lo ?? null),
                      hi: known.map(({ index_band }) => index_band?.hi ?? null),
                    }
                  : {}),
              },
            ],
            ...(isStandard
              ? { interval: 95 as const, references: [{ value: 50, label: '各行平均' }] }
              : {}),
          },
        ]
  },
})

export const reportOwn = ownReport.list
export const exportOwn = ownReport.export

const OwnTable = Type.Object({
  by: By,
  metrics: Type.String({ maxLength: 300 }),
  formula: Type.String({ maxLength: 300 }),
  index_name: Type.String({ maxLength: 20 }),
  marks: Type.Optional(Type.String({ maxLength: 300, pattern: '^[a-z0-9_:.,]*$' })),
})

/** Tables of one's own that the school keeps: everybody who reads reports takes them, whoever made one changes it. */
export const ownTemplates = defineRoute({
  method: 'GET',
  path: '/v1/scorereport/grade_from/templates',
  summary: '学校保存的自定义报表模板，含版本与所有者',
  area: 'reports',
  access: can('report.read'),
  reply: Type.Array(
    Type.Object({
      template_id: Id,
      name: Type.String(),
      ...OwnTable.properties,
      owner_name: Type.String(),
      version: Type.Integer(),
      changed_at: Time,
      /** The own one, or that of a school whose reports one configures. */
      may_change: Type.Boolean(),
    }),
  ),
})

export const ownTemplateSave = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/grade_from/template',
  summary: '保存一个自定义报表模板：不带 template_id 新建；修改要带查看时的版本',
  area: 'reports',
  access: can('report.read'),
  body: Type.Object({
    template_id: Type.Optional(Id),
    version: Type.Optional(Type.Integer({ minimum: 1 })),
    name: Type.String({ minLength: 1, maxLength: 30 }),
    ...OwnTable.properties,
  }),
  reply: Type.Object({ template_id: Id, version: Type.Integer() }),
  errors: [
    'NOT_FOUND',
    'NOT_ALLOWED',
    'VERSION_CONFLICT',
    'REPORT_TEMPLATE_TAKEN',
    'FORMULA_WRONG',
    'INPUT_INVALID',
  ],
})

export const ownTemplateRemove = defineRoute({
  method: 'POST',
  path: '/v1/scorereport/grade_from/template/remove',
  summary: '删除一个自定义报表模板',
  area: 'reports',
  access: can('report.read'),
  body: Type.Object({ template_id: Id }),
  reply: done,
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
})
