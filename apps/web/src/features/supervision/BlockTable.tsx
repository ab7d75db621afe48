import { DataTable, EmptyState } from '@hengjuan/ui'
import { useMemo } from 'react'
import type { OnDrill } from './block-share.ts'
import type { OnPapers } from './block-links.tsx'
import { columnsOf } from './block-columns.tsx'
import type { BlockRow } from './use-live-progress.ts'
import { useFittedColumns } from './use-fitted-columns.tsx'
import { useSteadyOrder } from './use-steady-order.ts'

/** All blocks in view; a row opens its drawer, a figure the papers or readings behind it. */
export function BlockTable(props: {
  rows: readonly BlockRow[] | undefined
  current: number | null
  onOpen: (row: BlockRow) => void
  onDrill: OnDrill
  onPapers: OnPapers
  /** Without it, figures about how others mark are left out. */
  supervises: boolean
  /** Where the choice of columns goes. */
  slot: HTMLElement | null
}) {
  const { supervises, onDrill, onPapers } = props
  const rowKey = (row: BlockRow) => row.block_id
  const columns = useMemo(
    () => columnsOf(supervises ? { onDrill, onPapers } : null),
    [supervises, onDrill, onPapers],
  )
  const { rows, sort, setSort, hold } = useSteadyOrder(props.rows, columns, rowKey, 'blocks')
  const { shown, frame, chooser } = useFittedColumns(columns, {
    name: supervises ? 'blocks' : 'own-blocks',
    sort,
    slot: props.slot,
  })
  return (
    <div {...hold} ref={frame}>
      {chooser}
      <DataTable
        label="题块进度"
        columns={shown}
        rows={rows}
        rowKey={rowKey}
        rowHeight={52}
        isDense
        sort={{ value: sort, onChange: setSort }}
        currentKey={props.current}
        onOpenRow={props.onOpen}
        maxHeight="560px"
        empty={
          <EmptyState title="还没有题块">
            答题卡绑定到科目后，题块会自动生成；扫描上传后这里开始有试卷。
          </EmptyState>
        }
      />
    </div>
  )
}
