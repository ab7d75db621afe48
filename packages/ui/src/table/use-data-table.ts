import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { usePrintable } from '../print/printable.tsx'
import { usePrinting } from '../print/printing.ts'
import { arranged } from './arrangement.ts'
import type { CellPlace } from './cell-range.ts'
import { type Column, type Sort, sortRows } from './column.ts'
import { layoutOf } from './column-layout.ts'
import type { Selection } from './SelectBox.tsx'
import { copyCells } from './TableTools.tsx'
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

const NO_ROWS: readonly never[] = []

/** What a table holds while it is scrolled, sorted and walked: its rows, its columns, what of them is in view. */
export function useDataTable<Row>(props: DataTableProps<Row>) {
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

  return {
    rowKey,
    rowHeight,
    summary,
    scroller,
    isPrinting,
    arrangement,
    setArrangement,
    columns,
    own,
    sorts,
    rows,
    rowKeys,
    moved,
    id,
    virtual,
    layout,
    cells,
  }
}

export type TableState<Row> = ReturnType<typeof useDataTable<Row>>
