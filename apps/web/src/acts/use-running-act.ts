import { useRoute } from '@hengjuan/client/react'
import { type ActKind, runningActs } from '@hengjuan/contracts'
import { useEffect, useRef } from 'react'
import { type RunningAct, waitReason } from './act-words.ts'

/** While something runs, and until then: somebody else may begin it. */
const RUNNING_MS = 500
const IDLE_MS = 10_000

/**
 * What is being done to an exam just now, by whoever: how far it is, and why it can not be begun again meanwhile.
 */
export function useRunningAct(
  examId: number,
  of: {
    kinds: readonly ActKind[]
    subjectId?: number
    blockId?: number
    /** Was it sent from here? */
    isSending: boolean
    /** It has ended, and was not sent from here: what is shown is old. */
    onEnd?: () => void
  },
): { act: RunningAct | null; reason: string | null } {
  const { isSending } = of
  const { data } = useRoute(
    runningActs,
    { query: { exam_id: examId } },
    {
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) =>
        isSending || (state.data ?? []).length > 0 ? RUNNING_MS : IDLE_MS,
    },
  )
  const act =
    (data ?? []).find(
      ({ kind, subject_id, block_id }) =>
        of.kinds.includes(kind) &&
        (of.subjectId === undefined || subject_id === of.subjectId) &&
        (of.blockId === undefined || block_id === of.blockId),
    ) ?? null
  const wasRunning = useRef(false)
  const end = useRef(of.onEnd)
  useEffect(() => {
    end.current = of.onEnd
  })
  const isRunning = act !== null
  useEffect(() => {
    if (wasRunning.current && !isRunning && !isSending) end.current?.()
    wasRunning.current = isRunning
  }, [isRunning, isSending])
  return { act, reason: act && !isSending ? waitReason(act) : null }
}
