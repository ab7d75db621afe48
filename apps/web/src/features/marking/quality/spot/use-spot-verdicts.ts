import { CallError } from '@hengjuan/client'
import { routeKey, useCaller } from '@hengjuan/client/react'
import { checkBlockStatus, spotCheckList, spotCheckReject } from '@hengjuan/contracts'
import { sentenceOf } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Returned } from './ReturnUndo.tsx'
import type { SpotTask } from './SpotDesk.tsx'
import type { useSpotSample } from './use-spot-sample.ts'
import { type Verdict, verdictBody } from './verdict.ts'
import { doneText } from './verdict-words.ts'
import { dropWords, wordsOf } from './words-on.ts'

/** Sends verdicts on one sampled reading after another, and knows what became of the last. */
export function useSpotVerdicts(
  on: { exam_id: number; subject_id: number; block_id: number },
  { look, refetch }: Pick<ReturnType<typeof useSpotSample>, 'look' | 'refetch'>,
) {
  const { call } = useCaller()
  const client = useQueryClient()
  const [hint, setHint] = useState<string | null>(null)
  /** The reading whose verdict is on its way: the next one takes its own as soon as it is there. */
  const [sending, setSending] = useState<number | null>(null)
  // Said beside the next paper: a message over the page for every press would stand in the way.
  const [last, setLast] = useState<string | null>(null)
  /** The paper before, where it was sent back and that was not taken back. */
  const [returned, setReturned] = useState<Returned | null>(null)
  /** The reading that was decided about last. */
  const [decided, setDecided] = useState<number | null>(null)
  /** The reading that somebody decided about while it was on the table. */
  const [overtaken, setOvertaken] = useState<number | null>(null)
  return {
    hint,
    say: setHint,
    last,
    returned,
    /** That the paper before was sent back is taken back. */
    withdrawn: (text: string) => {
      setLast(text)
      setReturned(null)
    },
    isSending: (task: SpotTask) => sending === task.task_detail_id,
    /** The next one did not come: what lies here is decided about already. */
    isDecided: (task: SpotTask | null | undefined) =>
      decided !== null && task?.task_detail_id === decided,
    isOvertaken: (task: SpotTask) => overtaken === task.task_detail_id,
    send: async (task: SpotTask, verdict: Verdict) => {
      if (sending === task.task_detail_id) return
      setSending(task.task_detail_id)
      setHint(null)
      try {
        await call(spotCheckReject, { body: { ...on, ...verdictBody(task, verdict) } })
        dropWords(wordsOf(task))
        setDecided(task.task_detail_id)
        setLast(`上一份 ${task.secret_code}：${doneText(verdict)}`)
        setReturned(verdict.isRejected && verdict.scoreMilli === null ? task : null)
        await client.invalidateQueries({ queryKey: routeKey(spotCheckList) })
        void client.invalidateQueries({ queryKey: routeKey(checkBlockStatus) })
        await refetch()
      } catch (failure) {
        setHint(sentenceOf(failure))
        // It may have been decided, sent back, or become another paper: there is a way on.
        if (failure instanceof CallError && [404, 409].includes(failure.status))
          setOvertaken(task.task_detail_id)
      } finally {
        setSending((now) => (now === task.task_detail_id ? null : now))
      }
    },
    lookAt: async (readingId: number) => {
      try {
        await look(readingId)
        setDecided(null)
        setHint(null)
        setOvertaken(null)
      } catch (failure) {
        // It may have gone back to its marker: then there is nothing to see of it here.
        setHint(sentenceOf(failure))
      }
    },
    next: () => {
      setHint(null)
      setOvertaken(null)
      void refetch()
    },
  }
}
