import { type ChartData, figureText, formatPercent } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { Id, MilliScore, nullable, Ratio } from '../route.ts'
import { type ReportColumn, SUPPRESSED } from './columns.ts'
import { defineReport } from './define-report.ts'
import { EVERYBODY, peopleOf, RateLines, reachedOf, scoredOf } from './drills.ts'
import { Delta, Est, Figures, filters, frame, Group, Subject } from './shapes.ts'

const Figure = nullable(Type.Number())

const Row = Type.Object({
  subject: Subject,
  figures: Figures,
  /** Against the reference, where there is one beside the candidates shown. */
  delta: nullable(Delta),
  difficulty: Figure,
  alpha: Figure,
  sem_milli: Figure,
  /** How the candidates shown moved since the exam compared with, in Z. */
  progress: nullable(Est),
  /** Kept back: too few people. */
  suppressed: Type.Boolean(),
})
export type OverviewRow = Static<typeof Row>

/** A figure of the subject, or the sign that it is kept back. */
const shown =
  <T>(of: (row: OverviewRow) => T) =>
  (row: OverviewRow): T | typeof SUPPRESSED =>
    row.suppressed ? SUPPRESSED : of(row)

const rate = (
  key: 'excellent_rate' | 'good_rate' | 'pass_rate' | 'low_rate',
  title: string,
  formula: string,
  rates: Static<typeof RateLines>,
): ReportColumn<OverviewRow> => ({
  key,
  title,
  group: '比率',
  kind: 'ratio',
  formula,
  rule: 'DR 10',
  drill: ({ subject, figures }) => reachedOf(EVERYBODY, subject, rates, key, figures[key].num),
  value: shown(({ figures }) => figures[key]),
})

/** 总览: how good, how spread, where weak, on one screen. @source reports P02 */
export const overviewReport = defineReport({
  key: 'basic',
  title: '总览',
  path: '/v1/scorereport/basic/analysis',
  exportPath: '/v1/scorereport/basic/export',
  summary: '总览：各科均分、比率、信度、分布、最弱的题目与结论句',
  of: 'total',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    school_id: filters.school_id,
    class_id: filters.class_id,
    compare_exam_id: filters.compare_exam_id,
  }),
  reply: Type.Object({
    ...frame,
    rates: RateLines,
    total: Figures,
    total_full_milli: MilliScore,
    total_delta: nullable(Delta),
    /** What the candidates shown are compared with; null where they are all there are. */
    reference: nullable(Type.Object({ ...Group.properties, figures: Figures })),
    rows: Type.Array(Row),
    histogram: Type.Array(
      Type.Object({ from_milli: MilliScore, to_milli: MilliScore, count: Type.Integer() }),
    ),
    weakest: Type.Array(
      Type.Object({
        subject: Subject,
        no: Type.String(),
        rate: Ratio,
        /** Rate minus the reference's; null without a reference. */
        gap: Figure,
      }),
    ),
    counts: Type.Object({
      absent: Type.Integer(),
      partial: Type.Integer(),
      /** Just below the first line, and just on it; null without lines. */
      critical: nullable(
        Type.Object({ line: Type.String(), push: Type.Integer(), hold: Type.Integer() }),
      ),
      /** Among the best 50 of the reference. */
      top: Type.Integer(),
      top_of: Type.Integer(),
    }),
    compared: nullable(
      Type.Object({
        exam_id: Id,
        exam_name: Type.String(),
        /** Who sat both, of the candidates shown. */
        n: Type.Integer(),
        z_before: Figure,
        z_now: Figure,
        progress: nullable(Est),
      }),
    ),
    /** Mean Z of those shown in the last exams and this one, the oldest first; empty where they are all there are. */
    history: Type.Array(Type.Object({ exam_name: Type.String(), z: Est })),
    /** `link` is the key of the report whose table says the same. */
    sentences: Type.Array(Type.Object({ text: Type.String(), link: Type.String() })),
  }),
  rows: ({ rows }) => rows,
  sentences: ({ sentences }) => sentences,
  figures: ({ total, total_full_milli }) => [
    {
      label: '总分均分',
      text: `${figureText(total.mean_milli, 'milli')} / ${figureText(total_full_milli, 'milli')}`,
    },
    { label: '最高', text: figureText(total.max_milli, 'milli') },
    { label: '中位数', text: figureText(total.median_milli, 'milli') },
    { label: '最低', text: figureText(total.min_milli, 'milli') },
    { label: '标准差', text: figureText(total.sd_milli, 'milli') },
    { label: '及格率', text: formatPercent(total.pass_rate.num, total.pass_rate.den) },
    { label: '优秀率', text: formatPercent(total.excellent_rate.num, total.excellent_rate.den) },
    { label: '低分率', text: formatPercent(total.low_rate.num, total.low_rate.den) },
  ],
  columns: ({ rows, reference, compared, rates }): ReportColumn<OverviewRow>[] => [
    {
      key: 'subject',
      title: '科目',
      kind: 'text',
      frozen: true,
      width: 88,
      value: ({ subject }) => subject.subject_name,
    },
    {
      key: 'full_milli',
      title: '满分',
      kind: 'milli',
      width: 64,
      value: ({ subject }) => subject.full_milli,
    },
    {
      key: 'present',
      title: '实考',
      group: '人数',
      kind: 'count',
      width: 64,
      value: ({ figures }) => figures.present,
      drill: ({ subject, figures }) => scoredOf(EVERYBODY, subject, figures.present),
    },
    {
      key: 'absent',
      title: '缺考',
      group: '人数',
      kind: 'count',
      width: 64,
      formula: '应考 − 实考，含无记录',
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
    {
      key: 'mean_milli',
      title: '均分',
      group: '均分',
      kind: 'milli',
      formula: '得分之和 ÷ 实考人数',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.mean_milli),
      drill: ({ subject, figures }) => scoredOf(EVERYBODY, subject, figures.present),
    },
    ...(reference && rows.some(({ delta }) => delta !== null)
      ? [
          {
            key: 'delta',
            title: `与${reference.name}差`,
            group: '均分',
            kind: 'delta' as const,
            width: 108,
            formula: `均分 − ${reference.name}均分；显著性与其余考生比较，各科同时比较用 Holm 校正`,
            rule: 'DR 15、R7',
            value: ({ delta }: OverviewRow) => delta,
          },
        ]
      : []),
    ...(compared && rows.some(({ progress }) => progress !== null)
      ? [
          {
            key: 'progress',
            title: 'Z 进退',
            group: `与${compared.exam_name}比`,
            kind: 'est' as const,
            figure: 'index' as const,
            width: 150,
            formula: `两场都参加的人本次 Z − ${compared.exam_name}的 Z 的平均，± 1.96 个标准误；Z 在两场都参加的人里重新计算`,
            rule: 'DR 15',
            value: ({ progress }: OverviewRow) => progress,
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
    {
      key: 'max_milli',
      title: '最高',
      group: '分布',
      kind: 'milli',
      value: shown(({ figures }) => figures.max_milli),
    },
    {
      key: 'q3_milli',
      title: '上四分位',
      group: '分布',
      kind: 'milli',
      rule: 'R16',
      formula: '四分之三的人不高于此分，线性内插',
      value: shown(({ figures }) => figures.q3_milli),
    },
    {
      key: 'median_milli',
      title: '中位数',
      group: '分布',
      kind: 'milli',
      rule: 'R16',
      formula: '一半的人不高于此分',
      value: shown(({ figures }) => figures.median_milli),
    },
    {
      key: 'q1_milli',
      title: '下四分位',
      group: '分布',
      kind: 'milli',
      rule: 'R16',
      formula: '四分之一的人不高于此分，线性内插',
      value: shown(({ figures }) => figures.q1_milli),
    },
    {
      key: 'min_milli',
      title: '最低',
      group: '分布',
      kind: 'milli',
      value: shown(({ figures }) => figures.min_milli),
    },
    {
      key: 'sd_milli',
      title: '标准差',
      group: '分布',
      kind: 'milli',
      formula: '总体标准差（÷N）',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.sd_milli),
    },
    {
      key: 'cv',
      title: '差异系数',
      group: '分布',
      kind: 'rate',
      formula: '标准差 ÷ 均分',
      rule: 'DR 11',
      value: shown(({ figures }) => figures.cv),
    },
    {
      key: 'difficulty',
      title: '难度',
      group: '试卷',
      kind: 'index',
      width: 64,
      formula: '均分 ÷ 满分，越高越易',
      rule: 'DR 11',
      value: shown(({ difficulty }) => difficulty),
    },
    {
      key: 'alpha',
      title: '信度 α',
      group: '试卷',
      kind: 'index',
      width: 72,
      formula: 'Cronbach α；0.75 以上为良好',
      rule: 'DR 11',
      value: shown(({ alpha }) => alpha),
    },
    {
      key: 'sem_milli',
      title: '测量标准误',
      group: '试卷',
      kind: 'milli',
      width: 96,
      formula: '标准差 ×√(1 − α)；约 68% 的真分数在成绩 ± 此值内',
      rule: 'DR 11',
      value: shown((row) => row.sem_milli),
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
  ],
  chartsApart: true,
  charts: ({ histogram, rows, total, history }): ChartData[] => {
    const shownRows = rows.filter(({ suppressed }) => !suppressed)
    return [
      {
        kind: 'histogram',
        title: '总分分布',
        xTitle: '总分',
        yTitle: '人数',
        figure: 'count',
        labels: histogram.map(
          ({ from_milli, to_milli }, index) =>
            `[${from_milli / 1000}, ${to_milli / 1000}${index === histogram.length - 1 ? ']' : ')'}`,
        ),
        series: [{ name: '人数', values: histogram.map(({ count }) => count) }],
        n: total.present,
      },
      {
        kind: 'bars',
        title: '各科得分率',
        xTitle: '科目',
        yTitle: '得分率',
        figure: 'rate',
        labels: shownRows.map(({ subject }) => subject.subject_name),
        series: [
          {
            name: '得分率',
            values: shownRows.map(
              ({
                figures: {
                  score_rate: { num, den },
                },
              }) => (den === 0 ? null : num / den),
            ),
          },
        ],
      },
      ...(history.length > 1
        ? [
            {
              kind: 'dots' as const,
              title: '历次总分平均 Z',
              xTitle: '考试',
              yTitle: '平均 Z',
              figure: 'index' as const,
              labels: history.map(({ exam_name }) => exam_name),
              series: [
                {
                  name: '平均 Z',
                  values: history.map(({ z }) => z.v),
                  lo: history.map(({ z }) => z.lo),
                  hi: history.map(({ z }) => z.hi),
                },
              ],
              interval: 95 as const,
              references: [{ value: 0, label: '参照均分' }],
            },
          ]
        : []),
    ]
  },
})

export const reportPaper = overviewReport.list
export const exportOverview = overviewReport.export
