import type { ReviewDecisions } from '@hengjuan/scan-review'
import { toast } from '@hengjuan/ui'
import { useCallback, useRef, useState } from 'react'
import type { StationDecision } from '../../bridge/review-api.ts'
import { useTransport } from '../transport/use-station.ts'

/** A decision made in this window that can be taken back. */
interface Made {
  id: string
  text: string
}

export interface StationDecisions extends ReviewDecisions {
  /** Any decision; resolves to whether it was made, a refusal is shown. */
  decide: (sheetId: string, decision: StationDecision, text: string) => Promise<boolean>
}

/**
 * Makes decisions at the station one after the other and takes the last one back.
 *
 * @param onChange something was decided or taken back
 */
export function useStationDecisions(onChange: () => void): StationDecisions {
  const { call } = useTransport()
  const stack = useRef<Made[]>([])
  const [undoable, setUndoable] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  // A key that is pressed twice decides once.
  const underWay = useRef(new Set<string>())

  const decide = useCallback(
    async (sheetId: string, decision: StationDecision, text: string): Promise<boolean> => {
      const what = JSON.stringify([sheetId, decision])
      if (underWay.current.has(what)) return false
      underWay.current.add(what)
      setPending(true)
      const done = await call('decide', { sheet_id: sheetId, decision }).then(
        ({ action_id }) => {
          stack.current.push({ id: action_id, text })
          setUndoable(text)
          return true
        },
        (error: unknown) => {
          toast.error(error)
          return false
        },
      )
      onChange()
      underWay.current.delete(what)
      setPending(false)
      return done
    },
    [call, onChange],
  )

  const undo = useCallback(
    async (ids: readonly (string | number)[], text: string): Promise<void> => {
      setPending(true)
      await Promise.all(ids.map((id) => call('undoAction', { action_id: String(id) }))).then(() => {
        stack.current = stack.current.filter((made) => !ids.includes(made.id))
        setUndoable(stack.current.at(-1)?.text ?? null)
        toast.done(`已撤销：${text}`)
      }, toast.error)
      onChange()
      setPending(false)
    },
    [call, onChange],
  )

  const undoLast = useCallback(async () => {
    const last = stack.current.at(-1)
    if (last) await undo([last.id], last.text)
    else toast.note('本次打开以来没有可以撤销的处理；更早的处理可在「处理记录」中撤销')
  }, [undo])

  return {
    pending,
    undoable,
    decide,
    fix: decide,
    assign: (sheetId, { candidate_id, name }) =>
      decide(sheetId, { kind: 'identity', candidate_id }, `指定考生 ${name}`),
    answer: (sheetId, target, answer, text) =>
      decide(sheetId, { kind: 'answer', options: [{ target, ...answer }] }, text),
    settleRepeat: (sheetIds, keep, text) =>
      decide(
        keep ?? sheetIds[0] ?? '',
        { kind: 'duplicate', sheet_ids: [...sheetIds], keep },
        text,
      ),
    joinFurther: (sheetIds, keep, further, text) =>
      decide(further, { kind: 'duplicate', sheet_ids: [...sheetIds], keep, further }, text),
    undo,
    undoLast,
  }
}
