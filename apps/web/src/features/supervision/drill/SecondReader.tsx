import { ReasonButton } from '@hengjuan/ui'
import type { CheckedTask, ReadingAction } from './use-reading-action.ts'

/** To a second reader, and back while nobody has begun. */
export function SecondReader(props: {
  task: CheckedTask
  isSending: boolean
  onAct: (action: ReadingAction) => void
}) {
  const { refusal, sent } = props.task.read_again
  return sent ? (
    <ReasonButton
      reason={sent.withdraw_refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'withdraw_again' })}
    >
      撤回第二人
    </ReasonButton>
  ) : (
    <ReasonButton
      reason={refusal}
      loading={props.isSending}
      onClick={() => props.onAct({ kind: 'send_again' })}
    >
      送第二人评阅
    </ReasonButton>
  )
}
