import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { leaderNext } from '@hengjuan/contracts'
import { Classes } from '@blueprintjs/core'
import { EmptyState, ErrorState, toast } from '@hengjuan/ui'
import { DeskSkeleton } from '../desk/DeskSkeleton.tsx'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PaperImages } from '../queue/paper-images.ts'
import type { LeaderTaskView } from './leader-task.ts'
import { LeaderPaper } from './LeaderPaper.tsx'
import { returnChoices } from './return-choices.ts'
import type { LeaderMode } from './LeaderPapers.tsx'

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
  const [images] = useState(() => new PaperImages())
  const [task, setTask] = useState<LeaderTaskView | null | undefined>(undefined)
  const [remaining, setRemaining] = useState(0)
  const [error, setError] = useState<unknown>(null)
  // Pictures are held outside React.
  useEffect(() => () => images.close(), [images])

  const take = useCallback(
    async (wanted: number | null) => {
      setTask(undefined)
      setError(null)
      try {
        const block = blockId === null ? {} : { block_id: blockId }
        const unit = wanted === null ? {} : { unit_id: wanted }
        const query = { mode, ...block, ...unit }
        const reply = await call(leaderNext, { query })
        setTask(reply.task)
        setRemaining(reply.remaining)
      } catch (failure) {
        setError(failure)
      }
    },
    [call, mode, blockId],
  )
  // Taking a paper claims it, so it happens once for an address.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the paper before leaves the screen at once
    void take(unitId)
  }, [take, unitId])

  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}${blockId === null ? '' : `?block_id=${blockId}`}`
  // What this person may not take is not asked for again.
  const isRefused = error instanceof CallError && error.status === 409
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        {...(isRefused ? { retryText: '处理下一份' } : {})}
        onRetry={() => void take(isRefused ? null : unitId)}
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
      </EmptyState>
    )
  return (
    <LeaderPaper
      key={task.unit_id}
      mode={mode}
      task={task}
      remaining={remaining}
      images={images}
      userId={props.userId}
      listAddress={list}
      onDecided={(outcome, { to_reading_id, to_user_id, exclude_raiser }) => {
        const isSent = to_reading_id !== undefined || to_user_id !== undefined
        if (outcome === 'misconduct' || outcome === 'void')
          toast.done(
            outcome === 'void'
              ? '已作废，本题块记 0 分'
              : '已按违纪处理，本题块记 0 分，考生已登记违纪',
          )
        if (mode === 'problem' && outcome === 'return') {
          const done = returnChoices(task).find(
            ({ to }) => (to === 'others') === (exclude_raiser === 1),
          )?.done
          if (done) toast.done(done)
        }
        if (isSent) toast.done(to_user_id === undefined ? '已打回评阅教师重评' : '已转交')
        // What was put back for anybody would come again as the longest waiting.
        if (mode === 'arbitration' && outcome === 'return' && !isSent) void navigate(list)
        else void take(null)
      }}
      onNext={() => void take(null)}
    />
  )
}
