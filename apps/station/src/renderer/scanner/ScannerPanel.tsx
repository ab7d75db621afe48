import { Button } from '@blueprintjs/core'
import { StatusTag, type Status, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import type { ScannerState } from '../../bridge/scanner-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'
import { ScannerDialog } from './ScannerDialog.tsx'
import { settingsLine } from './scanner-labels.ts'
import css from './scanner.module.css'
import { ScannerControls } from './ScannerControls.tsx'

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
      <ScannerControls batch={batch} scanner={scanner} />
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
