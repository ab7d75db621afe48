import { ConfirmDialog } from '@hengjuan/ui'
import { useEffect, useState } from 'react'
import type { StationBridge } from '../../bridge/electron-bridge.ts'
import { useScreen } from '../station-store.ts'
import { useTransport } from '../transport/use-station.ts'

/** Asks before the window closes on waiting uploads: wait, or 保留到下次. */
export function CloseQuestion({ bridge }: { bridge: StationBridge }) {
  const { call } = useTransport()
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const waiting = useScreen((screen) => screen.live?.to_upload ?? 0)
  // The window's own close button is heard by the main process.
  useEffect(() => bridge.onClosing(() => setAsking(true)), [bridge])
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title="还有答题卡没有上传"
      effect={`${waiting} 张待上传`}
      confirmText="保留到下次"
      error={error}
      onConfirm={() => {
        call('quit', { keep_for_next_time: true }).catch(setError)
      }}
      onClose={() => setAsking(false)}
    >
      可以等待上传完成再关闭；也可以现在关闭，内容都保存在本机，下次打开后自动继续上传。
    </ConfirmDialog>
  )
}
