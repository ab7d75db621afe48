import { toast } from '@hengjuan/ui'
import { useCallback, useState } from 'react'
import type { MissingSeat } from '../../bridge/rooms-api.ts'
import { useTransport } from '../transport/use-station.ts'

/** Signs candidates absent and takes it back. */
export function useAbsence(at: { exam_id: number; subject_id: number }, onChanged: () => void) {
  const { call } = useTransport()
  const [isPending, setPending] = useState(false)
  const { exam_id, subject_id } = at

  const work = useCallback(
    async (what: () => Promise<unknown>) => {
      setPending(true)
      await what().catch(toast.error)
      onChanged()
      setPending(false)
    },
    [onChanged],
  )
  const undo = useCallback(
    (ids: readonly string[], who: string) =>
      work(async () => {
        for (const absence_id of ids) await call('undoAbsence', { absence_id })
        toast.done(`已撤销缺考登记：${who}`)
      }),
    [call, work],
  )
  const sign = useCallback(
    (seats: readonly MissingSeat[]) =>
      work(async () => {
        const [first] = seats
        if (!first) return
        const who = seats.length === 1 ? first.name : `${seats.length} 人`
        const candidate_ids = seats.map(({ candidate_id }) => candidate_id)
        const ids: string[] = []
        for (let from = 0; from < candidate_ids.length; from += MOST_AT_ONCE) {
          const part = candidate_ids.slice(from, from + MOST_AT_ONCE)
          const reply = await call('signAbsence', { exam_id, subject_id, candidate_ids: part })
          ids.push(...reply.absence_ids)
        }
        toast.done(`已登记缺考：${who}`, { text: '撤销', onClick: () => void undo(ids, who) })
      }),
    [call, work, undo, exam_id, subject_id],
  )
  const toggle = useCallback(
    (seat: MissingSeat) => {
      if (!seat.is_absent) return sign([seat])
      if (seat.absence) return undo([seat.absence.absence_id], seat.name)
      toast.note('这名考生的缺考是在网页端确认的，请在网页端的异常中心撤销')
      return Promise.resolve()
    },
    [sign, undo],
  )
  return { isPending, sign, toggle: toggle as (seat: MissingSeat) => void }
}

const MOST_AT_ONCE = 500
