import { StatusTag, type Status } from '@hengjuan/ui'
import type { BatchState } from '../../bridge/batch-api.ts'

/** How far a batch is. */
export function BatchTag({ batch }: { batch: BatchState }) {
  const [status, text] = ((): [Status, string] => {
    if (batch.clearing_id !== null) return ['warn', '已清空']
    if (batch.state === 'closed') return ['ok', '已完成']
    if (batch.problem !== '') return ['bad', '待处理']
    return batch.state === 'closing' ? ['busy', '收尾中'] : ['idle', '扫描中']
  })()
  return <StatusTag status={status}>{text}</StatusTag>
}
