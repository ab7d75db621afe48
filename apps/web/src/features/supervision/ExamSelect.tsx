import { HTMLSelect } from '@blueprintjs/core'

/** Which exam is watched; the newest first. */
export function ExamSelect(props: {
  exams: readonly { exam_id: number; name: string }[]
  value: number | null
  onChange: (examId: number) => void
}) {
  return (
    <HTMLSelect
      aria-label="考试"
      value={props.value ?? ''}
      onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value))}
      options={props.exams.map(({ exam_id, name }) => ({ value: exam_id, label: name }))}
    />
  )
}
