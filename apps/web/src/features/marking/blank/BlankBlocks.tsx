import type { blankBlockList, ReplyOf } from '@hengjuan/contracts'
import { EmptyState, StatusTag } from '@hengjuan/ui'
import css from './blank.module.css'

export type BlankBlockRow = ReplyOf<typeof blankBlockList>['list'][number]

/** The blocks of an exam with what there is to check in each. */
export function BlankBlocks(props: {
  rows: readonly BlankBlockRow[]
  current: number | null
  onOpen: (row: BlankBlockRow) => void
}) {
  if (props.rows.length === 0)
    return (
      <EmptyState title="这场考试还没有题块">
        划分题块并上传答题卡后，疑似空白的作答会出现在这里。
      </EmptyState>
    )
  return (
    <ul className={css['blocks']}>
      {props.rows.map((row) => (
        <li key={row.block_id}>
          <button
            type="button"
            className={css['block']}
            aria-current={row.block_id === props.current}
            onClick={() => props.onOpen(row)}
          >
            <span className={css['blockName']}>
              {row.subject_name} · {row.block_name}
              <small title="已确认：记为未作答的份数；待第二人：需要两人确认、已有一人确认">
                {stateText(row)}
              </small>
            </span>
            {row.waiting > 0 ? (
              <StatusTag status="warn">{row.waiting}</StatusTag>
            ) : (
              <StatusTag status={row.blank_check ? 'ok' : 'idle'}>
                {row.blank_check ? '0' : '未筛查'}
              </StatusTag>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}

function stateText(row: BlankBlockRow): string {
  const parts = [`已确认 ${row.confirmed}`]
  if (row.awaiting_second > 0) parts.push(`待第二人 ${row.awaiting_second}`)
  if (row.checks_open > 0) parts.push(`抽检中 ${row.checks_open}`)
  if (row.returned_batches > 0) parts.push(`退回过 ${row.returned_batches} 批`)
  return parts.join(' · ')
}
