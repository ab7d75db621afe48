import { Button } from '@blueprintjs/core'
import { StatusTag, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { TrayAction, TrayItem } from '../../bridge/tray-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { MarkedPicture } from './MarkedPicture.tsx'
import css from './feeder-tray.module.css'

/** Its paper is on its way: nothing to press before it has come or something went wrong. */
const FEEDING: ReadonlySet<string> = new Set(['waiting', 'scanning', 'pausing', 'stopping'])

/** Sheets that can be used as they are; of a copy, taking out is what is usually right. */
export const isPlain = ({ kind, is_awaited, actions }: TrayItem): boolean =>
  kind === 'sheet' && !is_awaited && actions.includes('accept') && !actions.includes('discard')

export function FeederItem(props: {
  item: TrayItem
  batch: BatchState
  above: readonly TrayItem[]
}) {
  const { item, batch, above } = props
  const { call } = useTransport()
  const [isPending, setPending] = useState(false)
  const isFeeding = useScreen(({ live }) => FEEDING.has(live?.scanner.phase ?? 'closed'))
  const work = (what: () => Promise<unknown>) => {
    setPending(true)
    what()
      .catch(toast.error)
      .finally(() => setPending(false))
  }
  const accept = (items: readonly TrayItem[]) =>
    work(async () => {
      const item_ids = items.map(({ item_id }) => item_id)
      const { batch_id } = batch
      const { decision_id, accepted } = await call('acceptTray', { batch_id, item_ids })
      toast.done(`已照用 ${accepted} 张`, {
        text: '撤销',
        onClick: () => {
          call('undoTray', { decision_id }).catch(toast.error)
        },
      })
    })
  const decide = (decision: TrayAction) => {
    if (decision === 'accept') return accept([item])
    const input = { batch_id: batch.batch_id, item_id: item.item_id, decision }
    return work(async () => {
      await call('settleTray', input)
      if (decision === 'discard') toast.note('已取出，可以在「批次记录」（Alt+H）里恢复')
    })
  }
  const shown = item.pictures.filter(({ boxes }) => boxes.length > 0)
  return (
    <li className={css['item']} data-awaited={item.is_awaited || undefined}>
      <span className={css['itemHead']}>
        <StatusTag status={item.is_awaited ? 'busy' : 'bad'}>
          {item.is_awaited ? '等待重扫' : item.title}
        </StatusTag>
        <span className={css['where']}>{whereOf(item)}</span>
      </span>
      {item.messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
      {item.is_awaited && batch.folder !== '' && <p>请重新扫描这一张，下一份图像会替换它。</p>}
      {batch.state === 'open' || item.kind === 'other_subject' || item.kind === 'stack_twice' ? (
        <span className={css['actions']}>
          {item.actions.map((action, at) => (
            <Button
              key={action}
              size="small"
              disabled={isPending || (isFeeding && action === 'rescan' && item.is_awaited)}
              {...(at === 0 ? { intent: 'primary' as const } : { variant: 'minimal' as const })}
              text={wordsOf(action, item)}
              onClick={() => decide(action)}
            />
          ))}
          {above.length > 1 && isPlain(item) && (
            <Button
              size="small"
              variant="minimal"
              disabled={isPending}
              text={`连同以上共 ${above.length} 张都照用`}
              onClick={() => accept(above)}
            />
          )}
        </span>
      ) : null}
      {(shown.length > 0 ? shown : item.pictures).slice(0, 2).map((picture) => (
        <MarkedPicture key={picture.image_id} picture={picture} />
      ))}
    </li>
  )
}

export function Rescanned(props: {
  list: { sheet_id: string; seq: number; at: string }[]
  isOpen: boolean
}) {
  const { call } = useTransport()
  return (
    <details className={css['rescanned']}>
      <summary>已重扫 {props.list.length} 张，原图保留</summary>
      <ul>
        {props.list.map(({ sheet_id, seq }) => (
          <li key={sheet_id}>
            第 {seq} 张
            {props.isOpen && (
              <Button
                size="small"
                variant="minimal"
                text="恢复原图"
                onClick={() => {
                  call('restoreSheet', { sheet_id }).catch(toast.error)
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

function whereOf({ seq, feeder_sheet, exam_no, candidate_name }: TrayItem): string {
  const place =
    seq === null ? (feeder_sheet === null ? '' : `第 ${feeder_sheet} 张纸`) : `第 ${seq} 张`
  return [place, candidate_name ?? exam_no ?? ''].filter((part) => part !== '').join(' · ')
}

function wordsOf(action: TrayAction, { subject }: TrayItem): string {
  switch (action) {
    case 'rescan':
      return '重扫此张'
    case 'cancel_rescan':
      return '不重扫了'
    case 'accept':
      return '照用'
    case 'discard':
      return '取出，不计入'
    case 'open_subject':
      return `一起扫描《${subject?.subject_name ?? ''}》`
    case 'cancel':
      return '取消这一批'
    case 'replace':
      return '用这一批替换'
    case 'keep':
      return '两份都留'
  }
}
