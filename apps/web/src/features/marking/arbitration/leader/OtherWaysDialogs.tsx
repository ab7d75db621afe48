import type { LeaderTaskView } from './leader-task.ts'
import { NoMarkDialog } from './NoMarkDialog.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import type { LeaderPaperWork } from './use-leader-paper.ts'
import type { OtherWays } from './use-other-ways.ts'

/** What is asked before a paper goes back to somebody, or is decided without a mark. */
export function OtherWaysDialogs(props: {
  task: LeaderTaskView
  work: LeaderPaperWork
  ways: OtherWays
}) {
  const { task, work, ways } = props
  const dialog = {
    unitId: task.unit_id,
    isPending: work.isSending,
    error: work.hint,
    onClose: ways.close,
  }
  if (ways.opened === 'noMark') return <NoMarkDialog {...dialog} onDecide={work.noMark} />
  return ways.opened === 'return' ? (
    <ReturnDialog
      {...dialog}
      readings={task.readings}
      colleagues={task.colleagues}
      onReturn={work.handBack}
    />
  ) : null
}
