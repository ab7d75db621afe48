import { HTMLSelect } from '@blueprintjs/core'

/** Which exam is watched; the newest first. */
export function ExamSelect(props: {
  exams: readonly { exam_id: number; name: string }[]
  value: number | null
  onChange: (examId: number) => void
}) {
  const { exams, value } = props
  // A browser would show the first exam in place of one that is not there, and take no choice of it.
  const isKnown = exams.some(({ exam_id }) => exam_id === value)
  return (
    <HTMLSelect
      aria-label="考试"
      value={isKnown ? (value ?? '') : ''}
      onChange={({ currentTarget }) => props.onChange(Number(currentTarget.value))}
      options={[
        ...(isKnown ? [] : [{ value: '', label: '请选择考试', disabled: true }]),
        ...exams.map(({ exam_id, name }) => ({ value: exam_id, label: name })),
      ]}
    />
  )
}
