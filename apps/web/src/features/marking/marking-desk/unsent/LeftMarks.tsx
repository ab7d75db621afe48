import { Button, PopoverNext } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { StatusTag } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { holdWords, markerSession } from '../../marking-core/queue/marker-session.ts'
import { Outbox, type OutboxState } from '../../marking-core/queue/outbox.ts'
import { outboxStore } from '../../marking-core/queue/outbox-store.ts'
import { PaperImages } from '../../marking-core/queue/paper-images.ts'
import {
  forgetRefusals,
  type RefusedMark,
  refusedMark,
  unreadRefusals,
  withRefused,
} from '../../marking-core/queue/refused-mark.ts'
import { RefusedMarks } from './RefusedMarks.tsx'
import { watchPage } from '../../marking-core/queue/watch-page.ts'
import css from './left-marks.module.css'

/**
 * Sends what the marking page left unsent, wherever its marker is now: after the network was away, after
 * the page was closed, at the next sign-in. In a role that does not mark it says what to do. Shows nothing
 * while there is nothing to send and nothing that was refused unread.
 *
 * @source ui D2 (queue and prefetch, 4)
 */
export function LeftMarks({ userId }: { userId: number }) {
  const caller = useCaller()
  const [state, setState] = useState<OutboxState>({
    pending: 0,
    awaySince: null,
    trouble: null,
    hold: null,
  })
  const [refused, setRefused] = useState<readonly RefusedMark[]>([])
  const [images] = useState(() => new PaperImages())
  // Pictures are held outside React.
  useEffect(() => () => images.close(), [images])
  // The outbox lives in the browser's storage and sends by itself.
  useEffect(() => {
    const outbox = new Outbox(
      {
        caller,
        store: outboxStore,
        session: markerSession(caller, userId),
        userId,
        refill: () => 0,
      },
      {
        onSent: () => undefined,
        onRefused: (item) => setRefused((now) => withRefused(now, [refusedMark(item)])),
        onState: setState,
      },
    )
    const stopWatching = watchPage(outbox)
    void outbox.resume().catch(() => undefined)
    void unreadRefusals(userId).then((left) => setRefused((now) => withRefused(left, now)))
    return () => {
      outbox.stop()
      stopWatching()
    }
  }, [caller, userId])
  // They go once they are forgotten: whoever leaves the page in between must not be told again.
  const dismiss = async () => {
    await forgetRefusals(refused)
    setRefused((now) => now.filter((mark) => !refused.includes(mark)))
  }
  return (
    <>
      {state.pending > 0 && <PendingTag state={state} />}
      {refused.length > 0 && (
        <PopoverNext
          placement="bottom-end"
          content={
            <div className={css['refused']} role="dialog" aria-label="未采纳的评阅">
              <RefusedMarks marks={refused} images={images} />
              <Button size="small" onClick={() => void dismiss()}>
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

/** How many wait, why, and what to do about it. */
function PendingTag({ state: { pending, awaySince, trouble, hold } }: { state: OutboxState }) {
  const words = hold && holdWords(hold)
  if (words)
    return (
      <StatusTag status="bad" title={words.long}>
        {pending} 份给分待上传，{words.way}
      </StatusTag>
    )
  return (
    <StatusTag
      status={awaySince === null ? 'warn' : 'bad'}
      title={
        trouble === null
          ? '阅卷页留下的给分，保存在本机，会自动上传；请不要清除浏览器数据'
          : `${trouble}。给分都保存在本机，会自动上传`
      }
    >
      {awaySince === null
        ? `${pending} 份给分上传中`
        : `${trouble === null ? '网络不通' : '服务器暂时不能保存'}，${pending} 份给分待上传`}
    </StatusTag>
  )
}
