import { useCall, useRefresh } from '@hengjuan/client/react'
import { allocationGet, balanceGet, balanceSet, type ReplyOf } from '@hengjuan/contracts'
import { ActLog, ConfirmDialog, LoggedAct, ReasonButton, toast } from '@hengjuan/ui'
import { useState } from 'react'
import css from './balance.module.css'

export type BalanceView = ReplyOf<typeof balanceGet>
type BalanceEvent = BalanceView['events'][number]

const KINDS = { on: '开启自动平衡', off: '关闭自动平衡', balance: '平衡' } as const

/** Who got how much, when and why; the last balancing can be taken back. */
export function BalanceRecord(props: { blockId: number; view: BalanceView; mayChange: boolean }) {
  const { blockId, view } = props
  const refresh = useRefresh(allocationGet, balanceGet)
  const [asking, setAsking] = useState<BalanceEvent | null>(null)
  const last = view.events.find(({ kind }) => kind === 'balance')

  const undo = useCall(balanceSet, {
    onSuccess: () => {
      toast.done('任务量已恢复到这次平衡之前')
      setAsking(null)
      void refresh()
    },
    // Somebody else was quicker: the figures behind the dialog are what holds now.
    onError: () => void refresh(),
  })
  if (view.events.length === 0) return null
  return (
    <>
      <h3 className={css['heading']}>记录</h3>
      <ActLog inset label="平衡记录">
        {view.events.map((event) => (
          <LoggedAct
            key={event.event_id}
            at={event.at}
            what={KINDS[event.kind] + (event.kind === 'balance' ? ` ${event.moved} 份` : '')}
            by={event.by_name ?? '系统'}
            action={
              event === last && (
                <ReasonButton
                  size="small"
                  reason={props.mayChange ? changedSince(view, event) : '当前身份只能查看'}
                  onClick={() => setAsking(event)}
                >
                  恢复到平衡前…
                </ReasonButton>
              )
            }
          >
            {event.reason && <p>{event.reason}</p>}
            {event.kind === 'balance' && <p>{changesText(event)}</p>}
          </LoggedAct>
        ))}
      </ActLog>
      <ConfirmDialog
        isOpen={asking !== null}
        title="恢复到这次平衡之前"
        effect={asking ? `${changedIn(asking).length} 名教师的任务量恢复为平衡前的数目` : ''}
        confirmText="恢复任务量"
        isPending={undo.isPending}
        error={undo.error}
        onConfirm={() =>
          asking &&
          undo.mutate({ body: { block_id: blockId, action: 'undo', event_id: asking.event_id } })
        }
        onClose={() => {
          setAsking(null)
          undo.reset()
        }}
      >
        {view.is_on ? '自动平衡同时关闭。' : ''}
        已评的和手中的试卷不受影响；之后加入的教师保留各自的任务量。
      </ConfirmDialog>
    </>
  )
}

const changedIn = ({ markers }: BalanceEvent) =>
  markers.filter(({ target_before, target_after }) => target_before !== target_after)

/** Why going back would undo more than the balancing; null while nothing was changed since. */
function changedSince(view: BalanceView, { markers }: BalanceEvent): string | null {
  const targets = new Map(view.markers.map(({ marker_id, target }) => [marker_id, target]))
  return markers.every(({ marker_id, target_after }) => targets.get(marker_id) === target_after)
    ? null
    : '这次平衡之后任务量又有调整，请在上面直接调整'
}

const changesText = (event: BalanceEvent): string =>
  changedIn(event)
    .map(({ name, target_before, target_after }) => `${name} ${target_before} → ${target_after}`)
    .join('，')
