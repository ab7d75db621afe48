import { Button } from '@blueprintjs/core'
import { toast } from '@hengjuan/ui'
import { useLayoutEffect } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { ScannerState } from '../../bridge/scanner-api.ts'
import { useTransport } from '../transport/use-station.ts'
import css from './scanner.module.css'

export function ScannerControls({ batch, scanner }: { batch: BatchState; scanner: ScannerState }) {
  const { call } = useTransport()
  const { phase, choice } = scanner
  const { batch_id } = batch
  const isOwn = scanner.batch_id === batch_id
  const canStart = phase === 'ready' && batch.state === 'open'
  const start = () => void call('startScan', { batch_id }).catch(toast.error)
  const pause = () => void call('pauseScan', {}).catch(toast.error)
  const stop = () => void call('stopScan', {}).catch(toast.error)
  useFeedKeys({
    ...(canStart ? { start } : {}),
    ...(phase === 'scanning' || phase === 'waiting' ? { pause } : {}),
  })

  if (phase === 'closed' || phase === 'opening')
    return choice ? (
      <Button
        fill
        intent="primary"
        text="连接"
        loading={phase === 'opening'}
        onClick={() => void call('openScanner', choice).catch(toast.error)}
      />
    ) : (
      <p className={css['note']}>连接扫描仪后可以直接从这里进纸；也可以继续用监视文件夹的方式。</p>
    )
  if (phase === 'ready')
    return (
      <>
        {isOwn && scanner.sheets > 0 && <SheetCounter scanner={scanner} word="已收好" />}
        <Button
          fill
          intent="primary"
          size="large"
          disabled={!canStart}
          text={isOwn && scanner.sheets > 0 ? '继续扫描' : '开始扫描'}
          title="F8"
          onClick={start}
        />
        {batch.state !== 'open' && (
          <p className={css['note']}>这个批次已经结束，请选择或新建一个批次。</p>
        )}
      </>
    )
  if (phase === 'waiting')
    return (
      <>
        <p className={css['note']}>请把纸放进进纸口，放好后自动开始。</p>
        <Button fill size="large" text="取消等待" title="F9" onClick={pause} />
      </>
    )
  return (
    <>
      <SheetCounter scanner={scanner} word={isOwn ? '已收好' : '其他批次已收好'} />
      <span className={css['buttons']}>
        <Button
          size="large"
          text="暂停"
          title="F9：扫完正在走的一张再停"
          disabled={phase !== 'scanning'}
          onClick={pause}
        />
        <Button
          size="large"
          intent="danger"
          text="立即停止"
          disabled={phase === 'stopping'}
          onClick={stop}
        />
      </span>
    </>
  )
}

const SheetCounter = ({ scanner, word }: { scanner: ScannerState; word: string }) => (
  <p className={css['counter']} role="status">
    {word} <strong>{scanner.sheets.toLocaleString('zh-CN')}</strong> 张
  </p>
)

/** F8 starts, F9 pauses, wherever the focus is: hands are at the scanner, not at the mouse. */
function useFeedKeys(keys: { start?: () => void; pause?: () => void }): void {
  // The keyboard belongs to the window, not to a component.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = event.key === 'F8' ? keys.start : event.key === 'F9' ? keys.pause : undefined
      if (!act || event.repeat) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  })
}
