import { useRoute } from '@hengjuan/client/react'
import { markerHelpers } from '@hengjuan/contracts'
import { Link } from 'react-router'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'

/** Who of the subject has nothing left to mark while this block is not done. */
export function HelperLine(props: { examId: number; row: BlockRow; mayManage: boolean }) {
  const { row, examId } = props
  const isOpen = row.marking_count < row.reading_total
  const { data } = useRoute(
    markerHelpers,
    { query: { exam_id: examId, block_id: row.block_id } },
    { enabled: isOpen },
  )
  if (!isOpen || !data || data.count === 0) return null
  const named = data.list.map(({ name, block_name }) => `${name}（${block_name}已评完）`)
  return (
    <p className={css['helpers']}>
      可以支援：{named.join('、')}
      {data.count > named.length && ` 等 ${data.count} 人`}
      {props.mayManage && (
        <Link to={`/changeMarker?block_id=${row.block_id}`}>加入本题块，先预览新的任务量</Link>
      )}
    </p>
  )
}
