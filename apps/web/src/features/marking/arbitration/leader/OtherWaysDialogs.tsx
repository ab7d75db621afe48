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
  return (
    <>
      <ReturnDialog
        unitId={task.unit_id}
        isOpen={ways.opened === 'return'}
        isPending={work.isSending}
        error={ways.opened === 'return' ? work.hint : null}
        readings={task.readings}
        colleagues={task.colleagues}
        onReturn={work.handBack}
        onClose={ways.close}
      />
      <NoMarkDialog
        unitId={task.unit_id}
        isOpen={ways.opened === 'noMark'}
        isPending={work.isSending}
        error={ways.opened === 'noMark' ? work.hint : null}
        onDecide={work.noMark}
        onClose={ways.close}
      />
    </>
  )
}
