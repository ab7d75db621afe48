import { useCaller } from '@hengjuan/client/react'
import { leaderNext } from '@hengjuan/contracts'
import { EmptyState, ErrorState, SkeletonPage } from '@hengjuan/ui'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PaperImages } from '../queue/paper-images.ts'
import type { LeaderTaskView } from './leader-task.ts'
import { LeaderPaper } from './LeaderPaper.tsx'
import type { LeaderMode } from './LeaderPapers.tsx'

/** Arbitration and problem papers: the marking page with what was read before beside the scores. */
export function LeaderDesk(props: {
  mode: LeaderMode
  unitId: number | null
  userId: number
  maySeeSet: boolean
}) {
  const { mode, unitId } = props
  const { call } = useCaller()
  const navigate = useNavigate()
  const [images] = useState(() => new PaperImages())
  const [task, setTask] = useState<LeaderTaskView | null | undefined>(undefined)
  const [error, setError] = useState<unknown>(null)
  // Pictures are held outside React.
  useEffect(() => () => images.close(), [images])

  const take = useCallback(
    async (wanted: number | null) => {
      setTask(undefined)
      setError(null)
      try {
        const query = wanted === null ? { mode } : { mode, unit_id: wanted }
        const reply = await call(leaderNext, { query })
        setTask(reply.task)
      } catch (failure) {
        setError(failure)
      }
    },
    [call, mode],
  )
  // Taking a paper claims it, so it happens once for an address.
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the paper before leaves the screen at once
    void take(unitId)
  }, [take, unitId])

  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}`
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        onRetry={() => void take(null)}
        action={<Link to={list}>返回列表</Link>}
      />
    )
  if (task === undefined) return <SkeletonPage inset />
  if (task === null)
    return (
      <EmptyState size="large" title="已全部处理完" action={<Link to={list}>返回列表</Link>}>
        {mode === 'arbitration' ? '没有您可以仲裁的试卷了。' : '没有等待处理的问题卷了。'}
      </EmptyState>
    )
  return (
    <LeaderPaper
      key={task.unit_id}
      mode={mode}
      task={task}
      images={images}
      userId={props.userId}
      listAddress={list}
      maySeeSet={props.maySeeSet}
      onDecided={(outcome) => {
        // What was just handed over would come again as the longest waiting.
        if (mode === 'arbitration' && outcome === 'return') void navigate(list)
        else void take(null)
      }}
    />
  )
}
