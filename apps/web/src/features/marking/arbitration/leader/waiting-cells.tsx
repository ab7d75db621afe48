import css from './leader.module.css'
import { gapText } from './leader-task.ts'
import type { Row } from './waiting-columns.tsx'

/** Two lines hold what exams are usually called; pointing at it tells the rest. */
export const Place = ({ row: { subject_name, exam_name } }: { row: Row }) => (
  <span className={css['place']} title={`${subject_name} · ${exam_name}`}>
    {subject_name} · {exam_name}
  </span>
)

/** The first of the points that lie too far apart stands for all of them. */
export function Gap({ row }: { row: Row }) {
  if (row.gap_milli === null) return row.arb_view === 'none' ? '不显示' : '转来裁定'
  const [first, ...more] = row.gap_points
  if (!first || more.length === 0) return gapText(row)
  return (
    <span title={gapText(row)}>
      {gapText({ ...row, gap_points: [first] })} 等 {more.length + 1} 处
    </span>
  )
}
