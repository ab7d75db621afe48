import { freshKey } from '@hengjuan/client'
import { useCall, useRefresh } from '@hengjuan/client/react'
import { leaderDecide, leaderList } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import type { WaitingPaper } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'

/** Asks to which leader a paper goes that waits, or back to all of them. */
export function HandOverDialog(props: {
  mode: LeaderMode
  paper: WaitingPaper
  onClose: () => void
}) {
  const { mode, paper } = props
  const refresh = useRefresh(leaderList)
  const handOver = useCall(leaderDecide, {
    onSuccess: (_, { body }) => {
      props.onClose()
      toast.done(
        body.to_user_id === undefined
          ? '已放回列表，由其他题组长领取'
          : '已转交，对方会优先看到这份试卷',
      )
      return refresh()
    },
  })
  return (
    <ReturnDialog
      unitId={paper.unit_id}
      isPending={handOver.isPending}
      error={handOver.error}
      readings={[]}
      colleagues={paper.colleagues}
      onReturn={(to) =>
        handOver.mutate({
          body: { mode, unit_id: paper.unit_id, idem_key: freshKey(), outcome: 'return', ...to },
        })
      }
      onClose={props.onClose}
    />
  )
}
