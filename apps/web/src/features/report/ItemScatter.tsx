import type { ItemRow } from '@hengjuan/contracts'
import css from './report.module.css'

const WIDTH = 860
const HEIGHT = 300
const LEFT = 52
const RIGHT = 16
const TOP = 12
const BOTTOM = 40
/** Below: poor. @source domain rules 11 */
const POOR = 0.2
const EASY = 0.7

const x = (difficulty: number): number => LEFT + difficulty * (WIDTH - LEFT - RIGHT)

/** Where each question stands; the table above has the same figures. */
export function ItemScatter(props: { rows: readonly ItemRow[]; onPick: (no: string) => void }) {
  const points = props.rows.flatMap(({ no, difficulty, distinction }) =>
    difficulty === null || distinction === null ? [] : [{ no, difficulty, distinction }],
  )
  if (points.length === 0)
    return <p className={css['muted']}>实考不足 10 人，不计算难度与区分度。</p>
  const low = Math.min(0, ...points.map(({ distinction }) => distinction)) < 0 ? -0.4 : 0
  const y = (distinction: number): number =>
    TOP + ((1 - distinction) / (1 - low)) * (HEIGHT - TOP - BOTTOM)
  const labelled = labelledOf(
    points.map((point) => ({ no: point.no, x: x(point.difficulty), y: y(point.distinction) })),
  )
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  return (
    <svg
      className={css['scatter']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label="各题的难度与区分度，数据见小题表"
    >
      <rect
        className={css['scatterGood']}
        x={x(0)}
        y={y(1)}
        width={x(1) - x(0)}
        height={y(POOR) - y(1)}
      />
      {ticks.map((tick) => (
        <g key={tick} className={css['scatterAxis']}>
          <line x1={x(tick)} x2={x(tick)} y1={TOP} y2={HEIGHT - BOTTOM} />
          <text x={x(tick)} y={HEIGHT - BOTTOM + 16} textAnchor="middle">
            {tick}
          </text>
          <line x1={x(0)} x2={x(1)} y1={y(tick)} y2={y(tick)} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      <line className={css['scatterLimit']} x1={x(0)} x2={x(1)} y1={y(POOR)} y2={y(POOR)} />
      <line className={css['scatterLimit']} x1={x(EASY)} x2={x(EASY)} y1={TOP} y2={y(low)} />
      <g className={css['scatterWords']}>
        <text x={x(0) + 8} y={TOP + 14}>
          偏难，区分良好
        </text>
        <text x={x(1) - 8} y={TOP + 14} textAnchor="end">
          较易，区分良好
        </text>
        <text x={x(0) + 8} y={y(low) - 8}>
          偏难，区分差：核对题目与答案
        </text>
        <text x={x(1) - 8} y={y(low) - 8} textAnchor="end">
          较易，区分差
        </text>
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 6} textAnchor="middle">
          难度（得分率，越右越易）
        </text>
        <text
          x={14}
          y={(TOP + HEIGHT - BOTTOM) / 2}
          textAnchor="middle"
          transform={`rotate(-90 14 ${(TOP + HEIGHT - BOTTOM) / 2})`}
        >
          区分度
        </text>
      </g>
      {points.map(({ no, difficulty, distinction }) => (
        <g
          key={no}
          className={css['scatterPoint']}
          data-poor={distinction < POOR || undefined}
          onClick={() => props.onPick(no)}
        >
          <title>
            第 {no} 题：难度 {difficulty.toFixed(2)}，区分度 {distinction.toFixed(2)}
          </title>
          <circle cx={x(difficulty)} cy={y(distinction)} r={5} />
          {labelled.has(no) && (
            <text x={x(difficulty) + 8} y={y(distinction) + 4}>
              {no}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** Pixels that a label takes beside its dot. */
const LABEL_WIDTH = 40
const LABEL_HEIGHT = 11

/** The questions whose labels fit without covering another; the rest tell their number on hover. */
function labelledOf(points: readonly { no: string; x: number; y: number }[]): Set<string> {
  const placed: { no: string; x: number; y: number }[] = []
  for (const point of points)
    if (
      placed.every(
        (other) =>
          Math.abs(other.x - point.x) > LABEL_WIDTH || Math.abs(other.y - point.y) > LABEL_HEIGHT,
      )
    )
      placed.push(point)
  return new Set(placed.map(({ no }) => no))
}
