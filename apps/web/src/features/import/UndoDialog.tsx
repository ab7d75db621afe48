import { useCall } from '@hengjuan/client/react'
import { type ImportBatch, importUndo } from '@hengjuan/contracts'
import { ConfirmDialog, ErrorState, SkeletonLines } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import { useUndo } from './use-undo.ts'
import css from './import.module.css'

/** Before an import is taken back: how many rows are restored, and which stay as they are and why. */
export function UndoDialog(props: { batch: ImportBatch; onDone: () => void; onClose: () => void }) {
  const { batch, onClose } = props
  const undo = useUndo(props.onDone)
  const [isPending, setPending] = useState(false)
  const { mutate: ask, data: preview, error } = useCall(importUndo)
  const body = { batch_id: batch.batch_id, preview: 1 as const }
  useEffect(() => {
    ask({ body: { batch_id: batch.batch_id, preview: 1 } })
  }, [ask, batch.batch_id])
  return (
    <ConfirmDialog
      isOpen
      title={`撤销：${batch.file_name}`}
      effect={preview ? `将恢复 ${preview.restored} 行导入前的样子` : '正在核对哪些行可以恢复…'}
      confirmText={preview ? `撤销，恢复 ${preview.restored} 行` : '撤销'}
      refusal={preview ? (preview.restored > 0 ? null : '没有可以恢复的行') : '还没有核对完'}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => {
        setPending(true)
        void undo(batch.batch_id).then(onClose)
      }}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => ask({ body })} />
      ) : !preview ? (
        <SkeletonLines lines={3} />
      ) : (
        preview.kept.length > 0 && (
          <>
            <p className={css['hint']}>{preview.kept.length} 行不能恢复原样：</p>
            <ul className={css['kept']}>
              {preview.kept.map(({ key, name, why }) => (
                <li key={key}>
                  <b>{name || key}</b> {why}
                </li>
              ))}
            </ul>
          </>
        )
      )}
    </ConfirmDialog>
  )
}
