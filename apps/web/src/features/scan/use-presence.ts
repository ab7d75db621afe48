import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, reviewPresence } from '@hengjuan/contracts'
import { toast } from '@hengjuan/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ExamSubject } from './use-decisions.ts'

type Others = ReplyOf<typeof reviewPresence>['others']

const RENEW_MS = 5000
/** Whoever touches nothing for so long lets go of the sheet. @source ui D4 (2 min lease) */
const IDLE_MS = 2 * 60_000
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const

/**
 * Tells the server which sheet is on the screen, and learns who else works on the exceptions of the subject.
 *
 * @param sheetId null while no single sheet is shown
 */
export function usePresence(at: ExamSubject, sheetId: string | null) {
  const { call } = useCaller()
  const [others, setOthers] = useState<Others>([])
  const lastInput = useRef(0)
  // Somebody who is away holds nothing up: any input counts, wherever it goes.
  useEffect(() => {
    const note = () => {
      lastInput.current = Date.now()
    }
    note()
    for (const name of INPUTS) document.addEventListener(name, note, { passive: true })
    return () => {
      for (const name of INPUTS) document.removeEventListener(name, note)
    }
  }, [])

  const tell = useCallback(
    (sheet: string | null, more: { take?: 1 } = {}) =>
      call(reviewPresence, { body: { ...at, sheet_id: sheet, ...more } }),
    [at, call],
  )

  // Another sheet on the screen is told at once; after that the lease is renewed now and then.
  useEffect(() => {
    let isCurrent = true
    const renew = () => {
      const isAway = Date.now() - lastInput.current > IDLE_MS
      // What cannot be told now is told the next time; decisions are guarded by the server.
      void tell(isAway ? null : sheetId).then(
        (reply) => isCurrent && setOthers(reply.others),
        () => undefined,
      )
    }
    renew()
    const timer = setInterval(renew, RENEW_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [tell, sheetId])

  // Whoever leaves the page, or closes it, holds nothing.
  useEffect(() => {
    const leave = () =>
      void call(
        reviewPresence,
        { body: { ...at, sheet_id: null, leave: 1 } },
        { keepalive: true },
      ).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [at, call])

  return {
    others,
    take: (sheet: string) =>
      void tell(sheet, { take: 1 }).then(
        (reply) => {
          setOthers(reply.others)
          toast.done('已接手这张答题卡')
        },
        (error) => toast.error(error),
      ),
  }
}
