import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { SkeletonLines } from '../feedback/Skeleton.tsx'
import { usePrintable } from '../print/printable.tsx'
import { usePrinting } from '../print/printing.ts'
import { arranged, resized } from './arrangement.ts'
import type { CellPlace } from './cell-range.ts'
import { type Column, nextSort, nextSorts, type Sort, sortRows } from './column.ts'
import { layoutOf } from './column-layout.ts'
import css from './data-table.module.css'
import { PrintTable } from './PrintTable.tsx'
import { SelectAllBox, type Selection } from './SelectBox.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { copyCells, TableTools } from './TableTools.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useCells } from './use-cells.ts'
import { revealColumn, useColumnRange } from './use-column-range.ts'
import { useInView } from './use-in-view.ts'
import { useKeptTable } from './use-kept-table.ts'
import { useMovedRows } from './use-moved-rows.ts'

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
  /** Rows below all others that stay in view and are not sorted: the whole grade, a total. */
  summary?: readonly Row[]
  /** Name under which a person's choice, order and width of the columns are kept; without it they are as given. */
  arrangedAs?: string
  /** Left above the table: a legend, a switch. With it, or with `arrangedAs`, 复制 stands at the right. */
  tools?: ReactNode
  /** Below the table: population, denominator, version. */
  footer?: ReactNode
}

const DEFAULT_HEIGHT = 'max(320px, calc(100vh - 280px))'

const NO_ROWS: readonly never[] = []

/**
 * A table that stays smooth at 5,000 rows and 40 columns: only the rows in view exist, and of many columns only those
 * in view. The header, frozen columns and summary rows stay in view; arrow keys move, Enter opens, Shift picks a range,
 * Ctrl+C copies. On back it is scrolled and sorted as it was left; on paper it has all its rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rowKey, rowHeight = 40, summary = NO_ROWS } = props
  const scroller = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  const { arrangement, set: setArrangement } = useArrangement(props.arrangedAs)
  const columns = useMemo(() => arranged(props.columns, arrangement), [props.columns, arrangement])
  const own = useKeptTable(
    props.keptAs ?? props.label,
    props.initialSort ?? null,
    scroller,
    (props.rows?.length ?? 0) > 0,
  )
  const ofServer = props.sort
  const sorts = ofServer ? (ofServer.value ? [ofServer.value] : NO_ROWS) : own.sorts
  const rows = useMemo(
    () =>
      (ofServer ? props.rows : props.rows && sortRows(props.rows, props.columns, own.sorts)) ?? [],
    [props.rows, ofServer, props.columns, own.sorts],
  )
  usePrintable(scroller, rows.length > 0)
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
  const hasBoxes = props.selection !== undefined
  const range = useColumnRange(columns, hasBoxes, scroller)
  const layout = useMemo(() => layoutOf(columns, hasBoxes, range), [columns, hasBoxes, range])
  const cells = useCells({
    rows,
    rowKeys,
    columnCount: columns.length,
    onOpenRow: props.onOpenRow,
    onCopy: (picked) => void copyCells(columns, rows, picked),
    pageSize: 10,
    reveal: ({ row, column }: CellPlace) => {
      virtual.scrollToIndex(row)
      revealColumn(scroller.current, layout, columns[column], column)
    },
  })
  const { active, range: picked } = cells

  if (props.error && !props.rows)
    return <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
  const hasTools = props.tools !== undefined || props.arrangedAs !== undefined
  const isFramed = hasTools || props.footer !== undefined
  const table = isPrinting ? (
    rows.length === 0 ? (
      props.empty
    ) : (
      <PrintTable {...{ label: props.label, columns, rows, summary, rowKey }} />
    )
  ) : (
    <div
      ref={scroller}
      className={css['root']}
      data-dense={props.isDense || undefined}
      style={{ maxHeight: props.maxHeight ?? DEFAULT_HEIGHT }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + (layout.groups.length > 0 ? 2 : 1)}
      aria-colcount={columns.length}
      aria-busy={props.rows === undefined}
      aria-activedescendant={active === null ? undefined : `${id}-${active.row}`}
      tabIndex={0}
      onKeyDown={cells.onKeyDown}
      onMouseDown={cells.onMouseDown}
      onClick={cells.onClick}
      onScroll={own.onScroll}
    >
      <TableHead
        columns={columns}
        layout={layout}
        sorts={sorts}
        onSort={(key, isAdded) =>
          ofServer
            ? ofServer.onChange(nextSort(ofServer.value, key))
            : own.setSorts(nextSorts(own.sorts, key, isAdded))
        }
        onResize={
          props.arrangedAs === undefined
            ? undefined
            : (key, width) => setArrangement(resized(arrangement, key, width))
        }
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
          role="rowgroup"
          style={{ height: virtual.getTotalSize(), minWidth: layout.shape.minWidth }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            const isPicked = picked !== null && index >= picked.top && index <= picked.bottom
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
                isActive={index === active?.row}
                activeColumn={index === active?.row ? active.column : null}
                pickedFrom={isPicked ? picked.left : undefined}
                pickedTo={isPicked ? picked.right : undefined}
                opens={props.onOpenRow !== undefined}
              />
            )
          })}
        </div>
      )}
      {rows.length > 0 && summary.length > 0 && (
        <div className={css['summary']} role="rowgroup">
          {summary.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              id={`${id}-summary-${index}`}
              row={row}
              rowKey={rowKey(row)}
              index={rows.length + index}
              start={null}
              height={rowHeight}
              columns={columns}
              layout={layout}
              selection={props.selection}
            />
          ))}
        </div>
      )}
    </div>
  )
  if (!isFramed) return table
  return (
    <div className={css['frame']}>
      {hasTools && !isPrinting && (
        <TableTools
          columns={props.columns}
          shown={columns}
          arrangement={arrangement}
          onArrange={props.arrangedAs === undefined ? null : setArrangement}
          range={picked}
          onCopy={() => void copyCells(columns, [...rows, ...(picked ? [] : summary)], picked)}
        >
          {props.tools}
        </TableTools>
      )}
      {table}
      {props.footer !== undefined && <div className={css['footer']}>{props.footer}</div>}
    </div>
  )
}
