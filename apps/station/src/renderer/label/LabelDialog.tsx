import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { ErrorState, Segmented, SkeletonLines } from '@hengjuan/ui'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { BatchState } from '../../bridge/batch-api.ts'
import { useAnswer } from '../transport/use-station.ts'
import { BatchStrip } from './BatchStrip.tsx'
import css from './label.module.css'

type LabelPaper = 'roll' | 'a4'

const PAPERS: { value: LabelPaper; label: string }[] = [
  { value: 'roll', label: '标签纸 100 × 70 mm' },
  { value: 'a4', label: 'A4 纸，印后裁下' },
]

const PAPER_KEY = 'station_label_paper'

/** Shows the strip of a batch and prints it on label paper or on A4. */
export function LabelDialog(props: { batch: BatchState; isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      title="打印批次标签"
      className={css['dialog'] ?? ''}
      onClose={props.onClose}
    >
      <Content batch={props.batch} onClose={props.onClose} />
    </Dialog>
  )
}

function Content({ batch, onClose }: { batch: BatchState; onClose: () => void }) {
  const { batch_id } = batch
  const { answer, error, retry } = useAnswer('batchLabel', { batch_id }, String(batch.sheets))
  const [paper, setPaper] = useState<LabelPaper>(() =>
    localStorage.getItem(PAPER_KEY) === 'a4' ? 'a4' : 'roll',
  )
  const choose = (value: LabelPaper) => {
    localStorage.setItem(PAPER_KEY, value)
    setPaper(value)
  }
  return (
    <>
      <DialogBody className={css['body'] ?? ''}>
        <Segmented label="纸张" options={PAPERS} value={paper} onChange={choose} />
        {error !== null && <ErrorState error={error} onRetry={retry} />}
        {!answer && error === null && <SkeletonLines lines={6} />}
        {answer && (
          <div className={css['preview']}>
            <BatchStrip label={answer} />
          </div>
        )}
        <p className={css['hint']}>
          贴在纸袋或捆扎条上。以后在「找原卷」里输入标签上的编号，或输入考号、姓名，就能知道原卷在哪一捆的第几张。
        </p>
        {batch.state === 'open' && (
          <p className={css['hint']}>批次还没有结束，张数以打印时为准；结束后可以再印一张。</p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text="关闭" onClick={onClose} />
            <Button
              intent="primary"
              icon={<PrintIcon />}
              text="打印"
              disabled={!answer}
              autoFocus
              onClick={() => window.print()}
            />
          </>
        }
      />
      {answer &&
        createPortal(
          <div className={css['printed']} data-paper={paper} aria-hidden="true">
            <BatchStrip label={answer} />
          </div>,
          document.body,
        )}
    </>
  )
}
