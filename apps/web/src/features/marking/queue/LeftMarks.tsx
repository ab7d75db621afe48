import { Button, PopoverNext } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { formatMilli } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { Outbox } from './outbox.ts'
import { type OutboxItem, outboxStore, totalOfItem } from './outbox-store.ts'
import css from './left-marks.module.css'

interface Refused {
  item: OutboxItem
  message: string
}

/**
 * Sends what the marking page left unsent, wherever its marker is now: after the network was away, after
 * the page was closed, at the next sign-in. Shows nothing while there is nothing to send.
 *
 * @source ui D2 (queue and prefetch, 4)
 */
export function LeftMarks({ userId }: { userId: number }) {
  const caller = useCaller()
  const [state, setState] = useState<{ pending: number; awaySince: number | null }>({
    pending: 0,
    awaySince: null,
  })
  const [refused, setRefused] = useState<readonly Refused[]>([])
  // The outbox lives in the browser's storage and sends by itself.
  useEffect(() => {
    const outbox = new Outbox(
      { caller, store: outboxStore, userId, refillOf: null },
      {
        onSent: () => undefined,
        onRefused: (item, { message }) => setRefused((now) => [...now, { item, message }]),
        onState: setState,
      },
    )
    const online = () => outbox.retryNow()
    const unload = (event: BeforeUnloadEvent) => {
      if (outbox.pending > 0) event.preventDefault()
    }
    window.addEventListener('online', online)
    window.addEventListener('beforeunload', unload)
    void outbox.resume().catch(() => undefined)
    return () => {
      outbox.stop()
      window.removeEventListener('online', online)
      window.removeEventListener('beforeunload', unload)
    }
  }, [caller, userId])
  return (
    <>
      {state.pending > 0 && (
        <StatusTag
          status={state.awaySince === null ? 'warn' : 'bad'}
          title="阅卷页留下的给分，保存在本机，会自动上传；请不要清除浏览器数据"
        >
          {state.awaySince === null
            ? `${state.pending} 份给分上传中`
            : `网络不通，${state.pending} 份给分待上传`}
        </StatusTag>
      )}
      {refused.length > 0 && (
        <PopoverNext
          placement="bottom-end"
          content={
            <div className={css['refused']} role="dialog" aria-label="未采纳的评阅">
              <ul>
                {refused.map(({ item, message }) => (
                  <li key={item.key}>
                    密号 {item.secretCode}
                    {givenText(item)}：{message}
                  </li>
                ))}
              </ul>
              <Button size="small" onClick={() => setRefused([])}>
                知道了
              </Button>
            </div>
          }
        >
          <Button variant="minimal" intent="danger">
            ✕ 未采纳 {refused.length} 份
          </Button>
        </PopoverNext>
      )}
    </>
  )
}

function givenText(item: OutboxItem): string {
  const total = totalOfItem(item)
  return total === null ? '' : `（您给了 ${formatMilli(total)} 分）`
}
