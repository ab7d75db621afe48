import Type, { type Static } from 'typebox'
import { nullable, Ratio } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { peopleOf } from './drills.ts'
import { Group } from './shapes.ts'

const Step = Type.Object({
  on: Type.Integer(),
  rate: Ratio,
  /** On this line and not on the next higher one. */
  band: Type.Integer(),
  band_rate: Ratio,
  /** How many the school means to bring there; null where nobody said. */
  target: nullable(Type.Integer()),
  /** Above the target, or below. */
  gap: nullable(Type.Integer()),
})
export const StepRow = Type.Object({
  group: Group,
  n: Type.Integer(),
  cells: Type.Array(Step),
  is_reference: Type.Boolean(),
})
export type LineStepRow = Static<typeof StepRow>

const inPoints = (milli: number): number => milli / 1000

/** All lines side by side: how many are on each, in the band below it, and against what was meant. */
export const stepColumns = (
  lines: readonly { name: string; total_milli: number }[],
  rows: readonly LineStepRow[],
): ReportColumn<LineStepRow>[] => [
  {
    key: 'group',
    title: '班级',
    kind: 'text',
    frozen: true,
    width: 128,
    value: ({ group }) => group.name,
  },
  {
    key: 'n',
    title: '人数',
    kind: 'count',
    width: 72,
    formula: '总分完整的人数',
    rule: 'DR 14',
    value: ({ n }) => n,
  },
  ...lines.flatMap(({ name, total_milli }, index): ReportColumn<LineStepRow>[] => {
    const from = inPoints(total_milli)
    const above = lines[index - 1]
    const hasTargets = rows.some(({ cells }) => cells[index]?.target != null)
    return [
      {
        key: `on:${index}`,
        title: '累计',
        group: name,
        kind: 'count',
        formula: `总分不低于 ${from} 分的人数`,
        rule: 'DR 14',
        value: ({ cells }) => cells[index]?.on ?? 0,
        drill: ({ group, cells }) =>
          peopleOf(group, `${name}上线`, { score_from: from }, cells[index]?.on ?? 0),
      },
      {
        key: `rate:${index}`,
        title: '上线率',
        group: name,
        kind: 'ratio',
        formula: '累计 ÷ 人数',
        rule: 'DR 14',
        value: ({ cells }) => cells[index]?.rate ?? null,
      },
      {
        key: `band:${index}`,
        title: '本档',
        group: name,
        kind: 'count',
        formula: '在这条线上、不到上一条线的人数',
        rule: 'P10',
        value: ({ cells }) => cells[index]?.band ?? 0,
        drill: ({ group, cells }) =>
          peopleOf(
            group,
            `${name}本档`,
            {
              score_from: from,
              ...(above ? { score_to: inPoints(above.total_milli) } : {}),
            },
            cells[index]?.band ?? 0,
          ),
      },
      {
        key: `band_rate:${index}`,
        title: '本档率',
        group: name,
        kind: 'ratio',
        formula: '本档 ÷ 人数',
        rule: 'P10',
        value: ({ cells }) => cells[index]?.band_rate ?? null,
      },
      ...(hasTargets
        ? [
            {
              key: `target:${index}`,
              title: '指标',
              group: name,
              kind: 'count' as const,
              formula: '学校给各班定的上线人数；合计为所列各班之和',
              rule: 'P10',
              value: ({ cells }: LineStepRow) => cells[index]?.target ?? null,
            },
            {
              key: `gap:${index}`,
              title: '差额',
              group: name,
              kind: 'count' as const,
              signed: true,
              formula: '累计 − 指标',
              rule: 'P10',
              value: ({ cells }: LineStepRow) => cells[index]?.gap ?? null,
            },
          ]
        : []),
    ]
  }),
]
