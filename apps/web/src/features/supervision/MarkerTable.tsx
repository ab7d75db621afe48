import type { ReplyOf } from '@hengjuan/contracts'
import type { markerTable, supervisedMarkers } from '@hengjuan/contracts'
import { holdsText } from '@hengjuan/domain'
import { DataTable, EmptyState, SearchField } from '@hengjuan/ui'
import { useMemo, useState } from 'react'
import { reachOf } from './reach.ts'
import type { OnDrill } from './marker-cells.tsx'
import { columnsOf } from './marker-columns.tsx'
import css from './supervision.module.css'
import { useFittedColumns } from './use-fitted-columns.tsx'
import { useSteadyOrder } from './use-steady-order.ts'

export type MarkerRow = ReplyOf<typeof supervisedMarkers>['list'][number]
/** As much of it as the table shows. */
export type TableRow = ReplyOf<typeof markerTable>['list'][number]

/** From so many on nobody finds a name by looking. */
const MANY = 20

/** The people of a block, or of all blocks in view; a row shows its score curve. */
export function MarkerTable(props: {
  rows: readonly TableRow[] | undefined
  error: unknown
  onRetry: () => void
  current: number | null
  onOpen: (row: TableRow) => void
  /** The readings behind a figure; null where only the figures may be seen. */
  onDrill: OnDrill | null
  /** Subjects by block, where rows are of several blocks: each says which. */
  subjects?: ReadonlyMap<number, string>
  maxHeight?: string
  /** Where the choice of columns goes. */
  slot: HTMLElement | null
}) {
  const { onDrill, subjects = null } = props
  const isExam = subjects !== null
  const [wanted, setWanted] = useState('')
  const all = props.rows ?? []
  const found = all.filter(({ name }) => holdsText(name, wanted))
  const reach = reachOf(all)
  const columns = useMemo(() => columnsOf(reach, onDrill, subjects), [reach, onDrill, subjects])
  // The table of a block opens over the one of the exam.
  const name = isExam ? 'markers of the exam' : 'markers'
  const rowKey = (row: TableRow) => (isExam ? `${row.block_id} ${row.marker_id}` : row.marker_id)
  const { rows, sort, setSort, hold } = useSteadyOrder(props.rows && found, columns, rowKey, name)
  const { shown, frame, chooser } = useFittedColumns(columns, {
    name: isExam ? 'markers-of-exam' : 'markers',
    sort,
    slot: props.slot,
  })
  return (
    <div {...hold} ref={frame}>
      {chooser}
      {all.length > MANY && (
        <div className={css['found']}>
          <SearchField placeholder="查找教师姓名" value={wanted} onChange={setWanted} width={180} />
          <small>
            {found.length === all.length
              ? `共 ${all.length} 行，可上下滚动`
              : `找到 ${found.length} 行，共 ${all.length} 行`}
          </small>
        </div>
      )}
      <DataTable
        label="阅卷教师"
        keptAs={name}
        columns={shown}
        rows={rows}
        rowKey={rowKey}
        rowHeight={44}
        isDense
        sort={{ value: sort, onChange: setSort }}
        error={props.error}
        onRetry={props.onRetry}
        currentKey={props.current}
        onOpenRow={props.onOpen}
        maxHeight={props.maxHeight ?? '392px'}
        empty={
          all.length > 0 ? (
            <EmptyState title={`没有姓名含「${wanted.trim()}」的教师`}>
              请改换要查找的姓名。
            </EmptyState>
          ) : (
            <EmptyState title={isExam ? '还没有阅卷教师' : '这个题块还没有阅卷教师'}>
              请在阅卷设置中分配教师。
            </EmptyState>
          )
        }
      />
    </div>
  )
}
