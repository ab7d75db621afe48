import { Button } from '@blueprintjs/core'
import { StatusTag, type Status, toast } from '@hengjuan/ui'
import { useLayoutEffect, useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { ScannerState } from '../../bridge/scanner-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { ScannerDialog } from './ScannerDialog.tsx'
import { settingsLine } from './scanner-labels.ts'
import css from './scanner.module.css'

const PHASES: Record<ScannerState['phase'], { status: Status; text: string }> = {
  closed: { status: 'idle', text: '未连接' },
  opening: { status: 'busy', text: '正在连接' },
  ready: { status: 'ok', text: '已连接' },
  waiting: { status: 'busy', text: '等待放纸' },
  scanning: { status: 'busy', text: '正在扫描' },
  pausing: { status: 'busy', text: '扫完这一张就停' },
  stopping: { status: 'busy', text: '正在停止' },
}

/** Drivers whose own straightening is switched off when the scanner is connected. */
const CORRECTS = /^(twain|sane)/

/** Right: the scanner of this station, and the buttons that move paper. */
export function ScannerPanel({ batch }: { batch: BatchState }) {
  const scanner = useScreen((screen) => screen.live?.scanner)
  const [isChoosing, setChoosing] = useState(false)
  if (!scanner) return null
  const { phase, choice, warnings } = scanner
  const { status, text } = PHASES[phase]
  const isStill = phase === 'closed' || phase === 'ready'
  return (
    <section className={css['panel']} aria-label="扫描仪">
      <h2 className={css['title']}>
        扫描仪 <StatusTag status={status}>{text}</StatusTag>
      </h2>
      {choice && (
        <p className={css['device']}>
          <strong title={choice.device_id}>{choice.device_name}</strong>
          <span>{settingsLine(choice)}</span>
          {scanner.double_feed !== '' && <span>{scanner.double_feed}</span>}
          {scanner.double_feed !== '' && CORRECTS.test(choice.driver) && (
            <span>驱动纠偏：关，识别时校正</span>
          )}
        </p>
      )}
      {phase !== 'closed' &&
        warnings.map((warning) => (
          <p key={warning} className={css['warning']}>
            ! {warning}
          </p>
        ))}
      <Controls batch={batch} scanner={scanner} />
      {isStill && !choice && <Button fill text="选择扫描仪" onClick={() => setChoosing(true)} />}
      {isStill && choice && (
        <span className={css['settings']}>
          <Button size="small" variant="minimal" text="设置" onClick={() => setChoosing(true)} />
          {phase === 'ready' && <Disconnect />}
        </span>
      )}
      <ScannerDialog isOpen={isChoosing} onClose={() => setChoosing(false)} />
    </section>
  )
}

function Disconnect() {
  const { call } = useTransport()
  return (
    <Button
      size="small"
      variant="minimal"
      text="断开"
      onClick={() => call('closeScanner', {}).catch(toast.error)}
    />
  )
}

function Controls({ batch, scanner }: { batch: BatchState; scanner: ScannerState }) {
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
