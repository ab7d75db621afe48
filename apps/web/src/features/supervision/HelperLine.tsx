import { useRoute } from '@hengjuan/client/react'
import { supervisedMarkers } from '@hengjuan/contracts'
import { Link } from 'react-router'
import css from './supervision.module.css'
import type { BlockRow } from './use-live-progress.ts'
import { whoCanHelp } from './who-can-help.ts'

/** Named at most, the fastest first. */
const MOST_NAMES = 6

/** Who of the subject has nothing left to mark while this block is not done. */
export function HelperLine(props: {
  examId: number
  row: BlockRow
  blocks: readonly BlockRow[]
  mayManage: boolean
}) {
  const { row, blocks, examId } = props
  // The same call as of the to-do cards, so it is asked once.
  const { data } = useRoute(supervisedMarkers, { query: { exam_id: examId } })
  if (!data || row.marking_count >= row.reading_total) return null
  const helpers = whoCanHelp(row, blocks, data.list)
  if (helpers.length === 0) return null
  const named = helpers
    .slice(0, MOST_NAMES)
    .map(({ name, block_name }) => `${name}（${block_name}已评完）`)
  return (
    <p className={css['helpers']}>
      可以支援：{named.join('、')}
      {helpers.length > MOST_NAMES && ` 等 ${helpers.length} 人`}
      {props.mayManage && (
        <Link to={`/changeMarker?block_id=${row.block_id}`}>加入本题块，先预览新的任务量</Link>
      )}
    </p>
  )
}
