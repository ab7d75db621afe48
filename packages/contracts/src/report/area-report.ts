import {
  type ChartData,
  figureText,
  funnelCurves,
  funnelText,
  MILLI_PER_POINT,
} from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { nullable, Ratio } from '../route.ts'
import { type Drill, type ReportColumn, SUPPRESSED } from './columns.ts'
import { AveragedOf } from './averages.ts'
import { defineReport } from './define-report.ts'
import { peopleOf, reachedOf, scoredOf } from './drills.ts'
import { areaSentences } from './sentences-of-groups.ts'
import { Delta, Est, Figures, filters, frame, Group } from './shapes.ts'

const Figure = nullable(Type.Number())
const Row = Type.Object({
  group: Group,
  schools: Type.Integer(),
  /** Asked to take part and in none of the figures: nobody sat it, or the list of candidates was not confirmed. */
  state: Type.Enum(['released', 'unconfirmed']),
  figures: Figures,
  absent_rate: Ratio,
  delta: Delta,
  /** On the highest line. */
  on: nullable(Ratio),
  /** Shares of the levels, in the order of `levels`; none where they are kept back. */
  levels: Type.Array(Ratio),
  /** Against others with the same start, in standard deviations; null without an exam to compare with. */
  value_added: nullable(Est),
  suppressed: Type.Boolean(),
  is_reference: Type.Boolean(),
})
export type AreaRow = Static<typeof Row>

type Rates = Static<typeof AveragedOf>['rates']
const RATE_FORMULAS = {
  excellent_rate: ({ excellent }: Rates) => `得分不低于满分的 ${excellent}%`,
  good_rate: ({ good }: Rates) => `得分不低于满分的 ${good}%，含优秀`,
  pass_rate: ({ pass }: Rates) => `得分不低于满分的 ${pass}%`,
  low_rate: ({ low, low_inclusive }: Rates) =>
    `得分${low_inclusive ? '不高于' : '低于'}满分的 ${low}%`,
}

/** All together, with a mean and a spread that limits follow from; null where there are none. */
function wholeOf(rows: readonly AreaRow[]): { meanMilli: number; sdMilli: number } | null {
  const figures = rows.find((row) => row.is_reference)?.figures
  const [meanMilli, sdMilli] = [figures?.mean_milli ?? null, figures?.sd_milli ?? null]
  return meanMilli === null || sdMilli === null || sdMilli === 0 ? null : { meanMilli, sdMilli }
}

const unitsWithMeans = (rows: readonly AreaRow[]): AreaRow[] =>
  rows.filter(
    ({ is_reference, suppressed, figures }) =>
      !is_reference && !suppressed && figures.mean_milli !== null,
  )

/** Two make no funnel. */
const LEAST_IN_FUNNEL = 3

/** Means against numbers of people, between the limits of chance. @source reports P14 */
function funnelChart(rows: readonly AreaRow[], noun: string, subject: string): ChartData[] {
  const [units, whole] = [unitsWithMeans(rows), wholeOf(rows)]
  if (!whole || units.length < LEAST_IN_FUNNEL) return []
  const sizes = units.map(({ figures }) => figures.present)
  return [
    {
      kind: 'scatter',
      title: `${subject}各${noun}均分与人数（细线为 95% 与 99.8% 限）`,
      xTitle: '实考人数',
      yTitle: '均分',
      figure: 'milli',
      pointTitle: noun,
      labels: units.map(({ group }) => group.name),
      series: [
        { name: '实考', figure: 'count', values: sizes },
        { name: '均分', values: units.map(({ figures }) => figures.mean_milli) },
      ],
      curves: funnelCurves(whole, sizes),
      references: [{ value: whole.meanMilli, label: '全部均分' }],
    },
  ]
}

const shown =
  <T>(of: (row: AreaRow) => T) =>
  (row: AreaRow): T | typeof SUPPRESSED =>
    row.suppressed ? SUPPRESSED : of(row)

/** 区域报表: cities, districts or schools beside each other, counted from candidates. @source reports P14 */
export const areaReport = defineReport({
  key: 'area',
  title: '区域报表',
  path: '/v1/scorereport/area/list',
  exportPath: '/v1/scorereport/area/export',
  summary: '市、区县或学校的人数、缺考率、均分与差异、四率、上线率；均由考生合并计算',
  of: 'both',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    subject_id: filters.subject_id,
    compare_exam_id: filters.compare_exam_id,
    level: Type.Optional(
      Type.Enum(['city', 'district', 'school'], {
        description: '按市、区县或学校；缺省为有两个以上单位的最高一级',
      }),
    ),
    /** Units within this city or district only. */
    region_id: Type.Optional(Type.Integer({ minimum: 1, description: '只看这个市或区县之内' })),
  }),
  reply: Type.Object({
    ...frame,
    level: Type.Enum(['city', 'district', 'school']),
    within: nullable(Type.String()),
    /** Levels by the scheme of the version, the best first. */
    levels: Type.Array(Type.String()),
    line_name: nullable(Type.String()),
    line_milli: nullable(Type.Number()),
    /** What the value added starts from, and how well it foretells. */
    entry: nullable(
      Type.Object({ exam_name: Type.String(), pairs: Type.Integer(), r2: Type.Number() }),
    ),
    people: AveragedOf,
    icc: Figure,
    rows: Type.Array(Row),
  }),
  rows: ({ rows }) => rows,
  sentences: (reply) => areaSentences(reply, 'area'),
  columns: ({
    level,
    levels,
    within,
    line_name,
    line_milli,
    entry,
    rows,
    people,
  }): ReportColumn<AreaRow>[] => {
    const noun = LEVELS[level]
    // No list is cut by a region: of all within one nobody is listed.
    const behind = (list: (row: AreaRow) => Drill | null) => (row: AreaRow) =>
      row.suppressed || (row.is_reference && within !== null) ? null : list(row)
    const whole = rows.find((row) => row.is_reference)?.group.name ?? '全部'
    const wholeMean = unitsWithMeans(rows).length < LEAST_IN_FUNNEL ? null : wholeOf(rows)
    return [
      {
        key: 'group',
        title: noun,
        kind: 'text',
        frozen: true,
        width: 160,
        value: ({ group }) => group.name,
      },
      ...(rows.some(({ state }) => state === 'unconfirmed')
        ? [
            {
              key: 'state',
              title: '状态',
              kind: 'text' as const,
              width: 84,
              formula: '未确认：受邀而不在这个成绩版本里，没有考生，或发布时还没有确认名单',
              rule: 'P14',
              value: ({ state }: AreaRow) => (state === 'released' ? '已发布' : '未确认'),
            },
          ]
        : []),
      ...(level === 'school'
        ? []
        : [
            {
              key: 'schools',
              title: '学校数',
              kind: 'count' as const,
              width: 72,
              value: ({ schools }: AreaRow) => schools,
            },
          ]),
      {
        key: 'registered',
        title: '应考',
        group: '人数',
        kind: 'count',
        value: ({ figures }) => figures.registered,
      },
      {
        key: 'present',
        title: '实考',
        group: '人数',
        kind: 'count',
        value: ({ figures }) => figures.present,
        drill: behind(({ group, figures }) => scoredOf(group, people, figures.present)),
      },
      {
        key: 'absent_rate',
        title: '缺考率',
        group: '人数',
        kind: 'ratio',
        formula: '（应考 − 实考）÷ 应考',
        rule: 'DR 1.5',
        value: (row) => row.absent_rate,
        drill: behind(({ group, figures }) =>
          peopleOf(
            group,
            `${people.subject_name}没有成绩`,
            { in_subject: people.subject_id, missing: 'absent' },
            figures.absent,
          ),
        ),
      },
      {
        key: 'mean_milli',
        title: '均分',
        group: '均分',
        kind: 'milli',
        formula: '由考生合并计算，不是各校均分的平均',
        rule: 'DR 18.2',
        value: shown(({ figures }) => figures.mean_milli),
        drill: behind(({ group, figures }) => scoredOf(group, people, figures.present)),
      },
      {
        key: 'delta',
        title: `与${whole}差`,
        group: '均分',
        kind: 'delta',
        width: 108,
        formula: `本${noun}均分 − ${whole}均分；显著性按与其余考生比较，多个同时比较用 Holm 校正`,
        rule: 'R7',
        value: shown(({ delta }) => delta),
      },
      ...(wholeMean === null
        ? []
        : [
            {
              key: 'funnel',
              title: '规模波动',
              kind: 'text' as const,
              group: '均分',
              width: 104,
              formula: `${noun}人数不同，均分随机波动的大小也不同：从${whole}里随机取同样多的人，均分有 95%（99.8%）的机会在 ${whole}均分 ± 1.96（3.09）× 标准差 ÷ √人数 之内`,
              rule: 'P14',
              value: (row: AreaRow) =>
                row.suppressed
                  ? SUPPRESSED
                  : row.is_reference || row.figures.mean_milli === null
                    ? ''
                    : funnelText(wholeMean, {
                        meanMilli: row.figures.mean_milli,
                        n: row.figures.present,
                      }),
            },
          ]),
      {
        key: 'sd_milli',
        title: '标准差',
        group: '均分',
        kind: 'milli',
        value: shown(({ figures }) => figures.sd_milli),
      },
      ...(['excellent_rate', 'good_rate', 'pass_rate', 'low_rate'] as const).map(
        (key, at): ReportColumn<AreaRow> => ({
          key,
          title: ['优秀率', '良好率', '及格率', '低分率'][at] ?? '',
          group: '四率',
          kind: 'ratio',
          formula: RATE_FORMULAS[key](people.rates),
          rule: 'DR 10',
          value: shown(({ figures }) => figures[key]),
          drill: behind(({ group, figures }) =>
            reachedOf(group, people, people.rates, key, figures[key].num),
          ),
        }),
      ),
      ...levels.map((code, at): ReportColumn<AreaRow> => ({
        key: `level:${code}`,
        title: `${code} 等`,
        group: '等级',
        kind: 'ratio',
        // Where there are means they are asked for first; grades 1 to 9 have levels in their place.
        extra: rows.some(({ figures }) => figures.mean_milli !== null),
        formula: `${code} 等的人数 ÷ 有等级的人数，按本版本的等级方案`,
        rule: 'DR 13.3',
        value: shown((row) => row.levels[at] ?? null),
      })),
      ...(line_name === null
        ? []
        : [
            {
              key: 'on',
              title: `${line_name}上线率`,
              kind: 'ratio' as const,
              width: 112,
              formula: '总分不低于线的人数 ÷ 总分完整的人数',
              rule: 'DR 14',
              value: shown(({ on }: AreaRow) => on),
              drill: behind(({ group, on }) =>
                line_milli === null
                  ? null
                  : peopleOf(
                      group,
                      `${line_name}上线`,
                      { score_from: line_milli / MILLI_PER_POINT },
                      on?.num ?? 0,
                    ),
              ),
            },
          ]),
      ...(entry === null
        ? []
        : [
            {
              key: 'value_added',
              title: '增值',
              kind: 'est' as const,
              figure: 'index' as const,
              width: 152,
              formula: `与起点（${entry.exam_name}）相近的学生相比，本次 Z 高出多少；按组间差异中超出偶然的部分收缩`,
              rule: 'R5',
              value: shown(({ value_added }: AreaRow) => value_added),
            },
          ]),
    ]
  },
  figures: ({ icc, entry }) => [
    ...(icc === null
      ? []
      : [{ label: '学校之间的差异占总差异', text: `${Math.trunc(icc * 1000) / 10}%` }]),
    ...(entry === null
      ? []
      : [
          {
            label: `增值的起点：${entry.exam_name}`,
            text: `${entry.pairs} 人两场都参加，R² ${figureText(entry.r2, 'index')}`,
          },
        ]),
  ],
  charts: ({ rows, level, footer, entry }): ChartData[] => {
    const added = rows.flatMap(({ group, value_added, suppressed }) =>
      value_added && !suppressed ? [{ name: group.name, ...value_added }] : [],
    )
    const units = unitsWithMeans(rows)
    const end = (sign: 1 | -1) =>
      units.map(({ figures: { mean_milli: mean, sd_milli: sd, present } }) =>
        mean === null || sd === null || present === 0
          ? null
          : mean + (sign * 1.96 * sd) / Math.sqrt(present),
      )
    const whole = rows.find((row) => row.is_reference)
    return [
      ...(units.length < 2
        ? []
        : [
            {
              kind: 'dots' as const,
              title: `${footer.subject_name}各${LEVELS[level]}均分与误差`,
              xTitle: LEVELS[level],
              yTitle: '均分',
              figure: 'milli' as const,
              labels: units.map(({ group }) => group.name),
              series: [
                {
                  name: '均分',
                  values: units.map(({ figures }) => figures.mean_milli),
                  lo: end(-1),
                  hi: end(1),
                },
              ],
              interval: 95 as const,
              ...(whole && whole.figures.mean_milli !== null
                ? { references: [{ value: whole.figures.mean_milli, label: whole.group.name }] }
                : {}),
            },
          ]),
      ...funnelChart(rows, LEVELS[level], footer.subject_name),
      ...(entry === null || added.length < 2
        ? []
        : [
            {
              kind: 'dots' as const,
              title: `${footer.subject_name}各${LEVELS[level]}增值与误差`,
              xTitle: LEVELS[level],
              yTitle: '增值',
              figure: 'index' as const,
              labels: added.map(({ name }) => name),
              series: [
                {
                  name: '增值',
                  values: added.map(({ v }) => v),
                  lo: added.map(({ lo }) => lo),
                  hi: added.map(({ hi }) => hi),
                },
              ],
              interval: 95 as const,
              references: [{ value: 0, label: '与起点相近者相同' }],
            },
          ]),
    ]
  },
})

const LEVELS = { city: '市', district: '区县', school: '学校' } as const

export const reportArea = areaReport.list
export const exportArea = areaReport.export
