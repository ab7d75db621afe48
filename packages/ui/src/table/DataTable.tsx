import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { SkeletonLines } from '../feedback/Skeleton.tsx'
import { type Column, nextSort, type Sort, sortRows } from './column.ts'
import { layoutOf } from './column-layout.ts'
import css from './data-table.module.css'
import { SelectAllBox, type Selection } from './SelectBox.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { useInView } from './use-in-view.ts'
import { useKeptTable } from './use-kept-table.ts'
import { useMovedRows } from './use-moved-rows.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string
  /** Under which its sort and scroll are kept, where several tables of a page bear one label. */
  keptAs?: string
  columns: readonly Column<Row>[]
  /** Undefined while the first rows are on their way. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  error?: unknown
  onRetry?: () => void
  /** What to show without rows: an `EmptyState`. */
  empty: ReactNode
  /** Click or Enter. */
  onOpenRow?: (row: Row) => void
  /** The row that is open beside the table. */
  currentKey?: string | number | null
  selection?: Selection
  /** Sorting by the server; without it the table sorts the rows that it has. */
  sort?: { value: Sort | null; onChange: (sort: Sort | null) => void }
  /** The last of the rows came into view: where there are more, they can be asked for. */
  onReachEnd?: () => void
  /** Of a list in parts, what it is a list of: another one is shown from its top. */
  listOf?: string
  /** Order before a title is clicked. */
  initialSort?: Sort
  /** CSS length; the table scrolls inside. Default: what a window leaves under a page header. */
  maxHeight?: string
  rowHeight?: number
  /** Narrower cells, for tables of many columns. */
  isDense?: boolean
}

const DEFAULT_HEIGHT = 'max(320px, calc(100vh - 280px))'

/**
 * A table that stays smooth at 5,000 rows: only the rows in view exist. The header and the frozen
 * columns stay in view; arrow keys move, Enter opens. On back it is scrolled and sorted as it was left.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rowKey, rowHeight = 40 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const own = useKeptTable(
    props.keptAs ?? props.label,
    props.initialSort ?? null,
    scroller,
    (props.rows?.length ?? 0) > 0,
  )
  const sort = props.sort ? props.sort.value : own.sort
  const rows = useMemo(
    () => (props.sort ? props.rows : props.rows && sortRows(props.rows, columns, sort)) ?? [],
    [props.rows, props.sort, columns, sort],
  )
  const rowKeys = rows.map(rowKey)
  const moved = useMovedRows(rowKeys)
  const id = useId()
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialOffset: own.initialTop,
  })
  useInView(
    props.currentKey ?? null,
    rowKeys.findIndex((key) => key === props.currentKey),
    virtual.scrollToIndex,
  )
  const lastDrawn = virtual.getVirtualItems().at(-1)?.index
  const isAtEnd = rows.length > 0 && lastDrawn === rows.length - 1
  const { onReachEnd } = props
  // With more rows the end is elsewhere.
  useEffect(() => {
    if (isAtEnd) onReachEnd?.()
  }, [isAtEnd, onReachEnd, rows.length])
  const { listOf } = props
  const shownOf = useRef(listOf)
  useEffect(() => {
    if (shownOf.current !== listOf) scroller.current?.scrollTo({ top: 0 })
    shownOf.current = listOf
  }, [listOf])
  const keys = useRowKeys({
    rows,
    rowKeys,
    onOpenRow: props.onOpenRow,
    pageSize: 10,
    reveal: (index) => virtual.scrollToIndex(index),
  })
  const hasBoxes = props.selection !== undefined
  const layout = useMemo(() => layoutOf(columns, hasBoxes), [columns, hasBoxes])

  if (props.error && !props.rows)
    return <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
  return (
    <div
      ref={scroller}
      className={css['root']}
      data-dense={props.isDense || undefined}
      style={{ maxHeight: props.maxHeight ?? DEFAULT_HEIGHT }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-busy={props.rows === undefined}
      aria-activedescendant={keys.active === null ? undefined : `${id}-${keys.active}`}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onClick={keys.onClick}
      onScroll={own.onScroll}
    >
      <TableHead
        columns={columns}
        layout={layout}
        sort={sort}
        onSort={(key) => (props.sort?.onChange ?? own.setSort)(nextSort(sort, key))}
        selectAll={props.selection && <SelectAllBox selection={props.selection} keys={rowKeys} />}
      />
      {props.rows === undefined ? (
        <div className={css['state']}>
          <SkeletonLines lines={8} />
        </div>
      ) : rows.length === 0 ? (
        <div className={css['state']}>{props.empty}</div>
      ) : (
        <div
          {...moved}
          className={css['rows']}
          style={{ height: virtual.getTotalSize(), minWidth: layout.shape.minWidth }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <TableRow
                key={key}
                id={`${id}-${index}`}
                row={row}
                rowKey={key}
                index={index}
                start={start}
                height={rowHeight}
                columns={columns}
                layout={layout}
                selection={props.selection}
                isCurrent={key === props.currentKey}
                isActive={index === keys.active}
                opens={props.onOpenRow !== undefined}
              />
            )
          })}
        </div>
      )}
    </div>
  )
}
