import { Button } from '@blueprintjs/core'
import { HistoryIcon, PrintIcon } from '@blueprintjs/icons'
import { ConfirmDialog, toast } from '@hengjuan/ui'
import { useState } from 'react'
import type { BatchState } from '../../bridge/batch-api.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'

export function HistoryButton() {
  const openTool = useScreen((screen) => screen.openTool)
  return (
    <Button
      variant="minimal"
      icon={<HistoryIcon />}
      text="批次记录"
      title="Alt+H"
      onClick={() => openTool('history')}
    />
  )
}

export function LabelButton({ batch }: { batch: BatchState }) {
  const openTool = useScreen((screen) => screen.openTool)
  return (
    <Button
      variant="minimal"
      icon={<PrintIcon />}
      text="批次标签"
      title="Alt+P"
      disabled={batch.sheets === 0}
      onClick={() => openTool('label')}
    />
  )
}

export function CloseButton({ batch }: { batch: BatchState }) {
  const { call } = useTransport()
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  if (batch.state !== 'open') return null
  const close = () => {
    setPending(true)
    call('closeBatch', { batch_id: batch.batch_id })
      .then(({ notice }) => {
        setAsking(false)
        if (notice === '') toast.note('批次正在收尾，全部上传并核对后自动结束')
        else toast.warn(notice)
      })
      .catch(setError)
      .finally(() => setPending(false))
  }
  return (
    <>
      <Button text="结束批次" onClick={() => setAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title="结束批次"
        effect={`将结束「${batch.label}」，共 ${batch.images} 页`}
        confirmText="结束批次"
        isPending={isPending}
        error={error}
        onConfirm={close}
        onClose={() => setAsking(false)}
      >
        {batch.folder !== '' && '文件夹里已写完的图像会先全部收入；'}
        之后不再收新的图像。不完整的答题卡会作为缺页上传。
      </ConfirmDialog>
    </>
  )
}
