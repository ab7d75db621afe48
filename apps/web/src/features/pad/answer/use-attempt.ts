import { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { padEnter, padSave, padSubmit, type ReplyOf } from '@hengjuan/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { answerKey, type Answers } from '../paper/answers.ts'
import { AnswerOutbox, type OutboxState } from './answer-outbox.ts'
import { attemptKey, keepAttempt, keptAttempt } from './attempt-store.ts'

type Entered = ReplyOf<typeof padEnter>

interface Place {
  exam_id: number
  subject_id: number
}

const FLUSH_MS = 2000
const BEAT_MS = 20_000

/** How a student gets in, and what they write there. */
export function useAttempt(userId: number, place: Place) {
  const { call } = useCaller()
  const key = attemptKey(userId, place.exam_id, place.subject_id)
  const [entered, setEntered] = useState<Entered | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [isEntering, setEntering] = useState(true)
  const [answers, setAnswers] = useState<Answers>({})
  const [flagged, setFlagged] = useState<ReadonlySet<number>>(new Set())
  const [state, setState] = useState<OutboxState | null>(null)
  /** The server's clock, as far as this one is off. */
  const offset = useRef(0)
  const outbox = useRef<AnswerOutbox | null>(null)
  const timer = useRef<number | null>(null)

  const enter = useCallback(
    async (how: { code?: string; take_over?: boolean } = {}) => {
      setEntering(true)
      setError(null)
      const kept = await keptAttempt(key)
      try {
        const reply = await call(padEnter, {
          body: {
            ...place,
            ...(kept?.deviceKey ? { device_key: kept.deviceKey } : {}),
            ...how,
          },
        })
        offset.current = Date.parse(reply.server_now) - Date.now()
        const isSame = kept?.attemptId === reply.attempt_id
        const unsent = isSame && reply.device_key !== null ? kept.unsent : []
        await keepAttempt(key, {
          attemptId: reply.attempt_id,
          deviceKey: reply.device_key ?? '',
          unsent,
          ...(isSame ? {} : { flagged: [] }),
        })
        setFlagged(new Set(isSame ? kept.flagged : []))
        setAnswers(
          Object.fromEntries(
            [...reply.answers, ...unsent].map(({ question_id, sub, value }) => [
              answerKey(question_id, sub),
              value,
            ]),
          ),
        )
        const deviceKey = reply.device_key
        outbox.current =
          deviceKey === null
            ? null
            : new AnswerOutbox({
                send: (body) =>
                  call(padSave, {
                    body: { attempt_id: reply.attempt_id, device_key: deviceKey, ...body },
                  }),
                keep: (changes) => void keepAttempt(key, { unsent: changes }),
                seq: reply.seq,
                endsAt: reply.ends_at,
                submittedAt: reply.submitted_at,
                unsent,
                onChange: setState,
              })
        setState(outbox.current?.state ?? null)
        setEntered(reply)
        void outbox.current?.flush()
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure
        setError(failure)
      }
      setEntering(false)
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a place is its two numbers
    [call, key, place.exam_id, place.subject_id],
  )
  useEffect(() => {
    void enter()
  }, [enter])

  const now = useCallback(() => Date.now() + offset.current, [])
  const flushSoon = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = null
      void outbox.current?.flush()
    }, FLUSH_MS)
  }, [])
  const answer = useCallback(
    (questionId: number, sub: string, value: string) => {
      setAnswers((before) => ({ ...before, [answerKey(questionId, sub)]: value }))
      const at = new Date(now()).toISOString()
      outbox.current?.put({ question_id: questionId, sub, value, at })
      flushSoon()
    },
    [flushSoon, now],
  )
  const flag = (questionId: number) => {
    const next = new Set(flagged)
    if (!next.delete(questionId)) next.add(questionId)
    setFlagged(next)
    void keepAttempt(key, { flagged: [...next] })
  }
  const submit = useCallback(async (): Promise<boolean> => {
    const box = outbox.current
    if (!box || !entered?.device_key) return false
    await box.flush()
    const { seq, changes } = box.take()
    try {
      const saved = await call(padSubmit, {
        body: { attempt_id: entered.attempt_id, device_key: entered.device_key, seq, changes },
      })
      box.sent(changes, saved)
      return saved.submitted_at !== null
    } catch (failure) {
      box.fail(failure, [])
      return false
    }
  }, [call, entered])

  useBeat(outbox)
  return { entered, error, isEntering, enter, answers, answer, flagged, flag, state, submit, now }
}

/** Sends and asks from time to time, when the network is back, and when the page is left. */
function useBeat(outbox: { readonly current: AnswerOutbox | null }): void {
  useEffect(() => {
    const flush = () => void outbox.current?.flush()
    const beat = window.setInterval(flush, BEAT_MS)
    const retry = window.setInterval(() => {
      const { state } = outbox.current ?? {}
      if (state && state.unsent.size > 0) flush()
    }, 5000)
    const onHide = () => {
      if (document.visibilityState !== 'hidden') return
      outbox.current?.leave()
      flush()
    }
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.clearInterval(beat)
      window.clearInterval(retry)
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [outbox])
}
