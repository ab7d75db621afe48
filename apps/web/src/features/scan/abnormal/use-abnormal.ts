import {
  abnormalBlocks,
  abnormalExams,
  abnormalMachines,
  abnormalReplaced,
  abnormalSheets,
  abnormalSpecials,
  abnormalStatistics,
  abnormalTagTypes,
  fixSheet,
  type InputOf,
  type ReplyOf,
  type Route,
} from '@hengjuan/contracts'
import { routeKey, useCaller } from '@hengjuan/client/react'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { ExamSubject } from '../use-decisions.ts'

export type AbnormalSheet = ReplyOf<typeof abnormalBlocks>
export type AbnormalBlock = AbnormalSheet['blocks'][number]
export type BlockPart = AbnormalBlock['parts'][number]
export type ListedSheet = ReplyOf<typeof abnormalSheets>['list'][number]

const READS: readonly Route[] = [
  abnormalBlocks,
  abnormalExams,
  abnormalMachines,
  abnormalReplaced,
  abnormalSheets,
  abnormalSpecials,
  abnormalStatistics,
  abnormalTagTypes,
]

/** A call that changes something about abnormal sheets, one at a time; everything shown is fetched again after it. */
export function useAbnormal(at: ExamSubject) {
  const { call } = useCaller()
  const cache = useQueryClient()
  const [pending, setPending] = useState(false)
  const isBusy = useRef(false)
  const refresh = useCallback(
    () => Promise.all(READS.map((route) => cache.invalidateQueries({ queryKey: routeKey(route) }))),
    [cache],
  )
  const undo = useCallback(
    async (decisionId: number) => {
      try {
        await call(fixSheet, { body: { ...at, fix: { kind: 'undo', decision_ids: [decisionId] } } })
        toast.done('已撤销')
      } catch (error) {
        toast.error(error)
      }
      await refresh()
    },
    [at, call, refresh],
  )
  /**
   * Says that it is done, with a way to take a single decision back.
   *
   * @returns the reply; null where it was refused, which is shown
   */
  const run = useCallback(
    async <R extends Route>(
      route: R,
      input: InputOf<R>,
      words: string | ((reply: ReplyOf<R>) => string),
      payload?: FormData,
    ): Promise<ReplyOf<R> | null> => {
      // A button that is pressed twice acts once.
      if (isBusy.current) return null
      isBusy.current = true
      setPending(true)
      let reply: ReplyOf<R> | null = null
      try {
        reply = await call(route, input, payload ? { payload } : {})
        const made = decisionOf(reply)
        toast.done(
          typeof words === 'string' ? words : words(reply),
          made === null ? undefined : { text: '撤销', onClick: () => void undo(made) },
        )
      } catch (error) {
        toast.error(error)
      }
      await refresh()
      isBusy.current = false
      setPending(false)
      return reply
    },
    [call, refresh, undo],
  )
  return { at, run, pending, refresh }
}

/** The decision that a call made; null where it made none or several. */
const decisionOf = (reply: unknown): number | null =>
  typeof reply === 'object' &&
  reply !== null &&
  'decision_id' in reply &&
  typeof reply.decision_id === 'number'
    ? reply.decision_id
    : null

export type Abnormal = ReturnType<typeof useAbnormal>

/** A chosen file as a call takes it. */
export function payloadOf(file: File): FormData {
  const payload = new FormData()
  payload.append('file', file)
  return payload
}

/** Address of the page that handles the abnormal sheets of a subject, or one of them. */
export const abnormalPath = (at: ExamSubject, candidateId?: number): string =>
  `/MainPage/error-home/error-handle?exam_id=${at.exam_id}&subject_id=${at.subject_id}` +
  (candidateId === undefined ? '' : `&candidate_id=${candidateId}`)
