import { useCaller } from '@hengjuan/client/react'
import { blockMasterReset, leaderList, leaderNext } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { keepPad } from './kept-pad.ts'
import type { LastDecision } from './last-decision.ts'
import { type LeaderTaskView, paperBehind, wayAfter } from './leader-task.ts'
import type { LeaderMode } from './LeaderPapers.tsx'

/** The reason in the record, where the decision was withdrawn from the page itself. */
const UNDONE = '裁定后当即撤销'

/** Which paper is on the desk of a leader, and the ways to others: the next one, one left undecided, one decided before. */
export function useLeaderTask(on: {
  mode: LeaderMode
  /** The paper of the address; null for whichever comes next. */
  unitId: number | null
  /** Only papers of this block come after it; null for those of all. */
  blockId: number | null
}) {
  const { mode, unitId, blockId } = on
  const { call } = useCaller()
  const [, setSearch] = useSearchParams()
  /** Undefined while one is on its way; null where none is left. */
  const [task, setTask] = useState<LeaderTaskView | null | undefined>(undefined)
  const [remaining, setRemaining] = useState(0)
  const [error, setError] = useState<unknown>(null)
  /** What became of the paper while it was on the page. */
  const [news, setNews] = useState<string | null>(null)
  const [timesAnew, setTimesAnew] = useState(0)
  const [last, setLast] = useState<LastDecision | null>(null)
  const [isUndoing, setUndoing] = useState(false)
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

  return {
    task,
    remaining,
    error,
    news,
    /** Another number whenever the paper is shown anew, as another one than it was. */
    timesAnew,
    last,
    isUndoing,
    take,
    takeAgain: () => take(current.current ?? null),
    showAnew,
    goOn,
    undoLast,
    /** The paper is decided: what was on its pad is kept with the decision, which can be withdrawn. */
    settle: (decision: LastDecision) => {
      keepPad(mode, decision.unitId, null)
      setLast(decision)
    },
  }
}
