import { STUDENT_STATES, type StudentState } from '@hengjuan/domain'
import { ConfirmDialog } from '@hengjuan/ui'

/** Says what a mark of students takes them out of. */
export function ConfirmState(props: {
  /** What they are marked as; null for nothing. */
  state: StudentState | null
  people: string
  count: number
  isPending: boolean
  error: Error | null
  onConfirm: (state: StudentState) => void
  onClose: () => void
}) {
  const { state, people, count } = props
  return (
    <ConfirmDialog
      isOpen={state !== null}
      title={state === null ? '' : `标记${STUDENT_STATES[state]}`}
      effect={state === null ? '' : `将把${people}标记为「${STUDENT_STATES[state]}」。`}
      confirmText={`标记 ${count} 人`}
      isPending={props.isPending}
      error={props.error}
      onConfirm={() => state !== null && props.onConfirm(state)}
      onClose={props.onClose}
    >
      {state !== 'in' && <p>不再出现在新考试的名单里；过去的成绩保留，随时可以恢复在读。</p>}
    </ConfirmDialog>
  )
}
