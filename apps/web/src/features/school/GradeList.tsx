import type { ReactNode } from 'react'
import css from './school.module.css'

/** Grades at the left of a list, with how many stand in each. */
export function GradeList(props: {
  grades: readonly { grade_id: number; name: string; class_count: number; student_count: number }[]
  value: number | null
  onChange: (gradeId: number | null) => void
  /** Beside it. */
  children: ReactNode
}) {
  const classes = props.grades.reduce((sum, { class_count }) => sum + class_count, 0)
  const entry = (id: number | null, name: string, count: number) => (
    <button
      key={id ?? 0}
      type="button"
      aria-pressed={props.value === id}
      onClick={() => props.onChange(id)}
    >
      {name} <small>{count} 个班</small>
    </button>
  )
  return (
    <div className={css['beside']}>
      <div className={css['grades']} role="group" aria-label="年级">
        {entry(null, '全部年级', classes)}
        {props.grades.map(({ grade_id, name, class_count }) => entry(grade_id, name, class_count))}
      </div>
      {props.children}
    </div>
  )
}
