import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { blockMasterReset, leaderList, leaderNext } from '@hengjuan/contracts'
import { Classes } from '@blueprintjs/core'
import { EmptyState, ErrorState, toast } from '@hengjuan/ui'
import { DeskSkeleton } from '../desk/DeskSkeleton.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { usePaperImages } from '../queue/use-paper-images.ts'
import { keepPad, keptPad } from './kept-pad.ts'
import { type LeaderTaskView, paperBehind, wayAfter } from './leader-task.ts'
import { LeaderPaper } from './LeaderPaper.tsx'
import { LastDecision } from './LastDecision.tsx'
import type { LastDecision as Decision } from './last-decision.ts'
import type { LeaderMode } from './LeaderPapers.tsx'

/** The reason in the record, where the decision was withdrawn from the page itself. */
const UNDONE = '裁定后当即撤销'

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
  const [, setSearch] = useSearchParams()
  const [task, setTask] = useState<LeaderTaskView | null | undefined>(undefined)
  const [remaining, setRemaining] = useState(0)
  const [error, setError] = useState<unknown>(null)
  /** What became of the paper while it was on the page. */
  const [news, setNews] = useState<string | null>(null)
  const [timesAnew, setTimesAnew] = useState(0)
  const [last, setLast] = useState<Decision | null>(null)
  const [isUndoing, setUndoing] = useState(false)
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
  /** The paper that was asked for last; null for whichever comes next, undefined before the first. */
  const current = useRef<number | null>(undefined)
  /** The paper that was shown last. */
  const before = useRef<LeaderTaskView | null>(null)

  const take = useCallback(
    async (wanted: number | null) => {
      current.current = wanted
      setTask(undefined)
      setError(null)
      setNews(null)
      try {
        const block = blockId === null ? {} : { block_id: blockId }
        const unit = wanted === null ? {} : { unit_id: wanted }
        const query = { mode, ...block, ...unit }
        const reply = await call(leaderNext, { query })
        // Another one was asked for meanwhile.
        if (current.current !== wanted) return
        current.current = reply.task?.unit_id ?? null
        setNews(wayAfter(before.current, reply.task))
        before.current = reply.task
        setTask(reply.task)
        setRemaining(reply.remaining)
      } catch (failure) {
        if (current.current === wanted) setError(failure)
      }
    },
    [call, mode, blockId],
  )
  // Taking a paper claims it, so it happens once for an address; of what is on the page, the address only follows.
  useEffect(() => {
    if (current.current !== unitId) void take(unitId)
  }, [take, unitId])
  // Loaded anew, the page finds the paper that is on it, and not the one that it began with.
  useEffect(() => {
    const shown = task === undefined ? undefined : (task?.unit_id ?? null)
    if (shown === undefined || shown === unitId || shown !== current.current) return
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        if (shown === null) next.delete('unit_id')
        else next.set('unit_id', String(shown))
        return next
      },
      { replace: true },
    )
  }, [task, unitId, setSearch])

  /** The paper on the page as it is now, with what was typed; where it cannot be had any more, why. */
  const showAnew = async (unit_id: number, text: string) => {
    try {
      const reply = await call(leaderNext, { query: { mode, unit_id } })
      if (current.current !== unit_id) return
      setNews(text)
      setTimesAnew((times) => times + 1)
      before.current = reply.task
      setTask(reply.task)
    } catch (failure) {
      if (current.current === unit_id) setError(failure)
    }
  }

  /** To the paper behind one that stays in hand, undecided. */
  const goOn = async (behind: number) => {
    try {
      const query = { mode, ...(blockId === null ? {} : { block_id: blockId }) }
      const next = paperBehind((await call(leaderList, { query })).list, behind)
      if (current.current !== behind) return
      if (next === null) toast.note('没有别的试卷可以先处理')
      else await take(next)
    } catch (failure) {
      toast.error(failure)
    }
  }

  const undoLast = async () => {
    if (!last?.isFinal || isUndoing) return
    setUndoing(true)
    try {
      const { unitId: unit_id } = last
      await call(blockMasterReset, { body: { unit_id, action: 'reopen', reason: UNDONE } })
      keepPad(mode, unit_id, last.pad)
      setLast(null)
      await take(unit_id)
    } catch (failure) {
      toast.error(failure)
    } finally {
      setUndoing(false)
    }
  }

  const list = `/MainPage/markPaper/markPage/arbitration-home/${mode}${blockId === null ? '' : `?block_id=${blockId}`}`
  // What this person may not take is not asked for again: others have it, or they read it themselves.
  const isRefused = error instanceof CallError && [403, 409].includes(error.status)
  if (error)
    return (
      <ErrorState
        size="large"
        error={error}
        {...(isRefused ? { retryText: '处理下一份' } : {})}
        onRetry={() => void take(isRefused ? null : (current.current ?? null))}
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
        <LastDecision
          last={last}
          isUndoing={isUndoing}
          bindings={null}
          onUndo={() => void undoLast()}
        />
      </EmptyState>
    )
  return (
    <LeaderPaper
      key={`${task.unit_id} ${timesAnew}`}
      mode={mode}
      task={task}
      remaining={remaining}
      images={images}
      userId={props.userId}
      listAddress={list}
      pad={keptPad(mode, task)}
      news={news}
      before={{
        last,
        isUndoing,
        onUndo: () => void undoLast(),
      }}
      onDecided={(decision) => {
        keepPad(mode, task.unit_id, null)
        setLast(decision)
        // What was put back for anybody would come again as the longest waiting.
        if (decision.isPutBack) {
          toast.done(`密号 ${decision.code} ${decision.text}`)
          void navigate(list)
        } else void take(null)
      }}
      onChanged={(text) => void showAnew(task.unit_id, text)}
      onNext={(behind) => void (behind === null ? take(null) : goOn(behind))}
    />
  )
}
