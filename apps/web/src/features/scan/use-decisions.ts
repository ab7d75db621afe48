import {
  candidateResult,
  candidatesOfSubject,
  exceptionCounts,
  exceptionDetail,
  fixChoice,
  fixScore,
  fixSheet,
  type InputOf,
  listExceptions,
  matchOne,
  type ReplyOf,
  resolveDuplicate,
  type Route,
} from '@hengjuan/contracts'
import { routeKey, useCaller } from '@hengjuan/client/react'
import type { ReviewDecisions, ReviewKey } from '@hengjuan/scan-review'
import { toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

/** A subject of an exam, as calls name it. */
export interface ExamSubject {
  exam_id: number
  subject_id: number
}

/** A decision made in this window that can be taken back. */
interface Made {
  ids: number[]
  text: string
  /** What was shown when it was made. */
  shown: ReviewKey | null
}

/** What is on screen, and how to show something else: taking a decision back returns to what it was about. */
interface Shown {
  current: ReviewKey | null
  pick: (id: ReviewKey) => void
}

const READS: readonly Route[] = [
  candidateResult,
  listExceptions,
  exceptionCounts,
  exceptionDetail,
  candidatesOfSubject,
]

/** Makes decisions one after the other, refreshes what they change, and takes the last one back. */
export function useDecisions(at: ExamSubject, shown?: Shown) {
  const { call } = useCaller()
  const cache = useQueryClient()
  const stack = useRef<Made[]>([])
  const [undoable, setUndoable] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const screen = useRef(shown)
  // Read only when somebody decides or takes back, by then it is on screen.
  useEffect(() => {
    screen.current = shown
  })
  // A key that is pressed twice decides once.
  const underWay = useRef(new Set<string>())

  const refresh = useCallback(
    () => Promise.all(READS.map((route) => cache.invalidateQueries({ queryKey: routeKey(route) }))),
    [cache],
  )

  /** @returns whether it was done; a refusal is shown */
  const decide = useCallback(
    async <R extends Route>(
      route: R,
      input: InputOf<R>,
      text: string,
      idsOf: (reply: ReplyOf<R>) => number[],
    ): Promise<boolean> => {
      const what = JSON.stringify([route.path, input])
      if (underWay.current.has(what)) return false
      underWay.current.add(what)
      setPending(true)
      // Where it was made: the page goes on to the next one meanwhile.
      const made = screen.current?.current ?? null
      try {
        const reply = await call(route, input)
        stack.current.push({ ids: idsOf(reply), text, shown: made })
        setUndoable(text)
        await refresh()
        return true
      } catch (error) {
        toast.error(error)
        await refresh()
        return false
      } finally {
        underWay.current.delete(what)
        setPending(false)
      }
    },
    [call, refresh],
  )

  const undo = useCallback(
    async (keys: readonly ReviewKey[], text: string): Promise<void> => {
      const ids = keys.map(Number)
      if (ids.length === 0) return
      setPending(true)
      try {
        await call(fixSheet, { body: { ...at, fix: { kind: 'undo', decision_ids: ids } } })
        toast.done(`已撤销：${text}`)
      } catch (error) {
        toast.error(error)
      } finally {
        await refresh()
        setPending(false)
      }
    },
    [at, call, refresh],
  )

  const undoLast = useCallback(async () => {
    const last = stack.current.pop()
    setUndoable(stack.current.at(-1)?.text ?? null)
    if (last) {
      await undo(last.ids, last.text)
      if (last.shown !== null) screen.current?.pick(last.shown)
    } else toast.note('本次打开页面以来没有可以撤销的处理；更早的处理可在「处理记录」中撤销')
  }, [undo])

  /** The decisions that the shared components ask for, as calls. */
  const reviewed = useMemo(
    (): Pick<
      ReviewDecisions,
      'fix' | 'assign' | 'answer' | 'score' | 'alike' | 'settleRepeat' | 'joinFurther'
    > => ({
      fix: (sheet_id, fix, text) =>
        decide(fixSheet, { body: { ...at, sheet_id, fix } }, text, onlyId),
      assign: (sheet_id, { candidate_id, name }) =>
        decide(matchOne, { body: { ...at, sheet_id, candidate_id } }, `指定考生 ${name}`, onlyId),
      answer: (sheet_id, target, answer, text) =>
        decide(fixChoice, { body: { ...at, sheet_id, target, ...answer } }, text, onlyId),
      score: (sheet_id, target, score_milli, text) =>
        decide(fixScore, { body: { ...at, sheet_id, target, score_milli } }, text, onlyId),
      alike: {
        find: async (sheet_id, pointed) => {
          const fix = { kind: 'locate_alike' as const, ...pointed, preview: true, sheets: [] }
          try {
            return (await call(fixSheet, { body: { ...at, sheet_id, fix } })).alike ?? []
          } catch (error) {
            toast.error(error)
            return null
          }
        },
        locate: (sheet_id, pointed, pages) =>
          decide(
            fixSheet,
            {
              body: {
                ...at,
                sheet_id,
                fix: {
                  kind: 'locate_alike',
                  ...pointed,
                  preview: false,
                  sheets: pages.map(({ sheet_id: id, page_seq }) => ({ sheet_id: id, page_seq })),
                },
              },
            },
            `一并定位 ${pages.length + 1} 张答题卡`,
            ({ decision_ids }) => decision_ids ?? [],
          ),
      },
      settleRepeat: (sheetIds, keep, text) =>
        decide(resolveDuplicate, { body: { ...at, sheet_ids: [...sheetIds], keep } }, text, onlyId),
      joinFurther: (sheetIds, keep, further, text) =>
        decide(
          resolveDuplicate,
          { body: { ...at, sheet_ids: [...sheetIds], keep, further } },
          text,
          onlyId,
        ),
    }),
    [at, call, decide],
  )

  return { ...reviewed, decide, undo, undoLast, undoable, pending, refresh }
}

const onlyId = ({ decision_id }: { decision_id: number | null }): number[] =>
  decision_id === null ? [] : [decision_id]

/** The shared decisions, and those that only the portal can make. */
export type ServerDecisions = ReturnType<typeof useDecisions>
