import type { ChartData } from '@hengjuan/domain'
import Type, { type Static } from 'typebox'
import { MilliScore, nullable, Ratio } from '../route.ts'
import { type ReportColumn, SUPPRESSED } from './columns.ts'
import { defineReport } from './define-report.ts'
import { Est, filters, frame, Subject } from './shapes.ts'

const Figure = nullable(Type.Number())
const Row = Type.Object({
  subject: Subject,
  n: Type.Integer(),
  items: Type.Integer(),
  objective_milli: MilliScore,
  subjective_milli: MilliScore,
  mean_milli: Figure,
  sd_share: Figure,
  skewness: Figure,
  difficulty: Figure,
  distinction: Figure,
  alpha: Est,
  sem_milli: Figure,
  /** Points in easy, medium and hard questions over all that are counted. */
  easy: Ratio,
  medium: Ratio,
  hard: Ratio,
  flagged: Type.Integer(),
  flag_text: Type.String(),
  verdict: Type.String(),
  suppressed: Type.Boolean(),
})
export type PaperRow = Static<typeof Row>

const shown =
  <T>(of: (row: PaperRow) => T) =>
  (row: PaperRow): T | typeof SUPPRESSED =>
    row.suppressed ? SUPPRESSED : of(row)

const band = (key: 'easy' | 'medium' | 'hard', title: string, plan: string) =>
  ({
    key,
    title,
    group: '分值结构',
    kind: 'ratio',
    formula: `${title}题（难度 ${plan}）的分值 ÷ 全卷计分题的分值；常用计划 3∶5∶2`,
    rule: 'DR 11',
    value: shown((row: PaperRow) => row[key]),
  }) satisfies ReportColumn<PaperRow>

/** 试卷质量: is the paper as hard, as telling and as sure as it should be. @source reports P13 */
export const paperReport = defineReport({
  key: 'paper',
  title: '试卷质量',
  path: '/v1/scorereport/paper/list',
  exportPath: '/v1/scorereport/paper/export',
  summary: '各科试卷的难度、区分度、信度及其区间、测量标准误、易中难分值与有标记的题',
  of: 'total',
  query: Type.Object({
    exam_id: filters.exam_id,
    version: filters.version,
    school_id: filters.school_id,
    class_id: filters.class_id,
  }),
  reply: Type.Object({ ...frame, rows: Type.Array(Row) }),
  rows: ({ rows }) => rows,
  columns: (): ReportColumn<PaperRow>[] => [
    {
      key: 'subject',
      title: '科目',
      kind: 'text',
      frozen: true,
      width: 96,
      value: ({ subject }) => subject.subject_name,
    },
    { key: 'n', title: '实考', kind: 'count', value: ({ n }) => n },
    { key: 'items', title: '题数', group: '结构', kind: 'count', value: ({ items }) => items },
    {
      key: 'objective_milli',
      title: '客观',
      group: '结构',
      kind: 'milli',
      value: (row) => row.objective_milli,
    },
    {
      key: 'subjective_milli',
      title: '主观',
      group: '结构',
      kind: 'milli',
      value: (row) => row.subjective_milli,
    },
    {
      key: 'mean_milli',
      title: '均分',
      group: '分数',
      kind: 'milli',
      value: shown((row) => row.mean_milli),
    },
    {
      key: 'sd_share',
      title: '标准差占满分',
      group: '分数',
      kind: 'rate',
      width: 108,
      formula: '标准差 ÷ 满分；12%–18% 为拉得开',
      rule: 'DR 11',
      value: shown((row) => row.sd_share),
    },
    {
      key: 'skewness',
      title: '偏度',
      group: '分数',
      kind: 'index',
      formula: '为正：低分者多；为负：高分者多',
      rule: 'DR 11',
      value: shown(({ skewness }) => skewness),
    },
    {
      key: 'difficulty',
      title: '难度',
      group: '指标',
      kind: 'index',
      formula: '均分 ÷ 满分；0.70 以上偏易，0.40 以下偏难',
      rule: 'DR 11',
      value: shown(({ difficulty }) => difficulty),
    },
    {
      key: 'distinction',
      title: '区分度',
      group: '指标',
      kind: 'index',
      formula: '总分前 27% 与后 27% 的人在该科得分率之差；0.40 以上很好，0.20 以下不足',
      rule: 'DR 11',
      value: shown(({ distinction }) => distinction),
    },
    {
      key: 'alpha',
      title: '信度 α（95% 区间）',
      group: '指标',
      kind: 'est',
      figure: 'index',
      width: 148,
      formula: 'Cronbach α，区间按 Feldt；0.75 以上良好，0.64 以下不足',
      rule: 'DR 11、P13',
      value: shown(({ alpha }) => alpha),
    },
    {
      key: 'sem_milli',
      title: '测量标准误',
      group: '指标',
      kind: 'milli',
      width: 96,
      formula: '标准差 × √(1 − α)；约 68% 的真分数在得分 ± 此值之内',
      rule: 'DR 11',
      value: shown((row) => row.sem_milli),
    },
    band('easy', '易', '≥ 0.70'),
    band('medium', '中', '0.40–0.70'),
    band('hard', '难', '< 0.40'),
    {
      key: 'flagged',
      title: '有标记的题',
      kind: 'count',
      width: 92,
      formula: '有一项以上需要留意的题数，见小题分析',
      rule: 'R21',
      value: shown(({ flagged }) => flagged),
    },
    { key: 'flag_text', title: '题号', kind: 'text', width: 140, value: (row) => row.flag_text },
    { key: 'verdict', title: '评语', kind: 'text', width: 280, value: ({ verdict }) => verdict },
  ],
  charts: ({ rows }): ChartData[] => {
    const known = rows.filter(({ easy, suppressed }) => easy.den > 0 && !suppressed)
    const share = ({ num, den }: { num: number; den: number }) => (den === 0 ? null : num / den)
    return known.length === 0
      ? []
      : [
          {
            kind: 'stacked100',
            title: '各科易中难的分值',
            xTitle: '科目',
            yTitle: '占计分题分值',
            figure: 'rate',
            labels: known.map(({ subject }) => subject.subject_name),
            series: (['easy', 'medium', 'hard'] as const).map((key, at) => ({
              name: ['易', '中', '难'][at] ?? '',
              values: known.map((row) => share(row[key])),
            })),
          },
          {
            kind: 'dots',
            title: '各科信度与 95% 区间',
            xTitle: '科目',
            yTitle: 'α',
            figure: 'index',
            labels: known.map(({ subject }) => subject.subject_name),
            series: [
              {
                name: 'α',
                values: known.map(({ alpha }) => alpha.v),
                lo: known.map(({ alpha }) => alpha.lo),
                hi: known.map(({ alpha }) => alpha.hi),
              },
            ],
            interval: 95,
            references: [{ value: 0.75, label: '良好' }],
          },
        ]
  },
})

export const reportPaperQuality = paperReport.list
export const exportPaperQuality = paperReport.export
