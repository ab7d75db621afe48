import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { leaderNext } from '@hengjuan/contracts'
import { Classes } from '@blueprintjs/core'
import { EmptyState, ErrorState, toast } from '@hengjuan/ui'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { DeskSkeleton } from '../../marking-desk/desk/DeskSkeleton.tsx'
import { usePaperImages } from '../../marking-core/queue/use-paper-images.ts'
import { keptPad } from './kept-pad.ts'
import { LastDecision } from './LastDecision.tsx'
import { LeaderPaper } from './LeaderPaper.tsx'
import type { LeaderMode } from './LeaderPapers.tsx'
import { useLeaderTask } from './use-leader-task.ts'

/** Arbitration and problem papers: the marking page with what was read before beside the scores. */
export function LeaderDesk(props: {
  mode: LeaderMode
  unitId: number | null
  /** Only papers of this block come after it; null for those of all. */
  blockId: number | null
  userId: number
}) {
  const { mode, unitId, blockId } = props
  const { call } = useCaller()
  const navigate = useNavigate()
  const { task, error, last, isUndoing, take, ...desk } = useLeaderTask({ mode, unitId, blockId })
  // Pictures are held outside React.
  const [, setPaintings] = useState(0)
  // The paper on the page, as the server has it now; its work stays.
  const images = usePaperImages(
    async () =>
      task
        ? (await call(leaderNext, { query: { mode, unit_id: task.unit_id } })).task?.images
        : undefined,
    () => setPaintings((made) => made + 1),
  )
  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}${blockId === null ? '' : `?block_id=${blockId}`}`
  // What this person may not take is not asked for again: others have it, or they read it themselves.
  const isRefused = error instanceof CallError && [403, 409].includes(error.status)
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        {...(isRefused ? { retryText: '处理下一份' } : {})}
        onRetry={() => void (isRefused ? take(null) : desk.takeAgain())}
        action={
          <Link className={Classes.BUTTON} to={list}>
            返回列表
          </Link>
        }
      />
    )
  if (task === undefined) return <DeskSkeleton />
  if (task === null)
    return (
      <EmptyState
        size="large"
        title="已全部处理完"
        action={
          <Link className={Classes.BUTTON} to={list}>
            返回列表
          </Link>
        }
      >
        {mode === 'arbitration' ? '没有您可以仲裁的试卷了。' : '没有等待处理的问题卷了。'}
        <LastDecision last={last} isUndoing={isUndoing} onUndo={() => void desk.undoLast()} />
      </EmptyState>
    )
  return (
    <LeaderPaper
      key={`${task.unit_id} ${desk.timesAnew}`}
      mode={mode}
      task={task}
      remaining={desk.remaining}
      images={images}
      userId={props.userId}
      listAddress={list}
      pad={keptPad(mode, task)}
      news={desk.news}
      before={{
        last,
        isUndoing,
        onUndo: () => void desk.undoLast(),
      }}
      onDecided={(decision) => {
        desk.settle(decision)
        // What was put back for anybody would come again as the longest waiting.
        if (decision.isPutBack) {
          toast.done(`密号 ${decision.code} ${decision.text}`)
          void navigate(list)
        } else void take(null)
      }}
      onChanged={(text) => void desk.showAnew(task.unit_id, text)}
      onNext={(behind) => void (behind === null ? take(null) : desk.goOn(behind))}
    />
  )
}
