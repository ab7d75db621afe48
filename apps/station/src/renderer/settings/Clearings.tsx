import { Button } from '@blueprintjs/core'
import { ConfirmDialog, ErrorState, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { ClearingView } from '../../bridge/upkeep-api.ts'
import { useBatch } from '../station-store.ts'
import { useAnswer, useTransport } from '../transport/use-station.ts'
import css from './settings.module.css'

/** Taking back what was scanned in the chosen batch, and having it again. */
export function Clearings() {
  const { call } = useTransport()
  const batch = useBatch()
  const { answer, error, retry } = useAnswer('listClearings', {})
  const [asking, setAsking] = useState<{ sheets: number } | null>(null)
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      if (done !== '') toast.done(done)
    } catch (problem) {
      toast.error(problem)
    }
    retry()
  }
  if (!batch) return null
  const { exam_id, subject_id, batch_id } = batch
  const input = { exam_id, subject_id, batch_id }
  const ask = () => attempt(async () => setAsking(await call('previewClearing', input)), '')
  const clear = () => {
    const confirm_count = asking?.sheets ?? 0
    setAsking(null)
    return attempt(() => call('clearScan', { ...input, confirm_count }), '已清空，可以撤销')
  }
  return (
    <section className={css['clearings']}>
      <h3>清空批次</h3>
      <p>
        清空后，「{batch.label}
        」的答题卡在服务器上作废，整批可以重新扫描；全部上传、批次结束后才能清空。
      </p>
      <Button
        text={`清空「${batch.label}」…`}
        disabled={batch.to_upload > 0 || batch.state !== 'closed' || batch.clearing_id !== null}
        onClick={() => void ask()}
      />
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {(answer ?? []).map((clearing) => (
        <UndoRow
          key={clearing.clearing_id}
          clearing={clearing}
          onUndo={() =>
            void attempt(
              () => call('undoClearing', { clearing_id: clearing.clearing_id }),
              '已恢复',
            )
          }
        />
      ))}
      <ConfirmDialog
        isOpen={asking !== null}
        title={`清空「${batch.label}」`}
        confirmText={`清空 ${asking?.sheets ?? 0} 张`}
        effect={`服务器上的 ${asking?.sheets ?? 0} 张答题卡将作废。本机图像保留，在按保留期清理之前可以撤销。`}
        isDestructive
        onConfirm={() => void clear()}
        onClose={() => setAsking(null)}
      />
    </section>
  )
}

function UndoRow({ clearing, onUndo }: { clearing: ClearingView; onUndo: () => void }) {
  const at = new Date(clearing.cleared_at).toLocaleString('zh-CN')
  return (
    <p className={css['undo']}>
      <span>
        {at} 由 {clearing.account} 清空 {clearing.sheets} 张
      </span>
      {clearing.gone > 0 ? (
        <span>本机图像已清理，请在网页端撤销</span>
      ) : (
        <Button size="small" text="撤销" onClick={onUndo} />
      )}
    </p>
  )
}
