import { useCaller } from '@hengjuan/client/react'
import { useEffect, useState } from 'react'
import { createDesk, type Desk } from './desk-store.ts'
import { DeskPage, type MarkDeskProps } from './DeskPage.tsx'

/** The marking page: the answer large, the scores beside it, everything by key. @source ui D2 */
export function MarkDesk(props: MarkDeskProps) {
  const { info, userId } = props
  const caller = useCaller()
  const [desk, setDesk] = useState<Desk | null>(null)
  // The desk holds timers, an outbox and images: it lives as long as the page shows one block.
  useEffect(() => {
    const made = createDesk({ caller, info, userId })
    const stop = made.start()
    setDesk(made)
    return stop
    // oxlint-disable-next-line react/exhaustive-deps -- a newer `info` of the same block is not another desk
  }, [caller, info.block_id, userId])
  return desk ? <DeskPage {...props} desk={desk} /> : null
}
