import type { ReactNode } from 'react'
import { cellAttributes, type ColumnLayout } from './column-layout.ts'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'
import { HeadCell } from './HeadCell.tsx'

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  sorts: readonly Sort[]
  onSort: (key: string, isAdded: boolean) => void
  /** Dragging the edge of a title; without it widths are as the page has them. */
  onResize?: ((key: string, width: number) => void) | undefined
  selectAll: ReactNode
}

/** The titles, below those of their groups; those that sort are buttons. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, layout } = props
  const { groups } = layout
  const lines = groups.length > 0 ? 2 : 1
  const isGrouped = (index: number) =>
    groups.some(({ name, first, last }) => name !== '' && first <= index && index <= last)
  const title = (index: number, spans: boolean) => {
    const column = columns[index]
    return (
      column && (
        <HeadCell
          key={column.key}
          {...props}
          column={column}
          index={index}
          line={lines === 1 ? undefined : spans ? '1 / 3' : '2'}
        />
      )
    )
  }
  if (lines === 1)
    return (
      <div className={css['head']} style={layout.shape} role="row">
        {props.selectAll}
        {layout.drawn.map((index) => title(index, false))}
      </div>
    )
  return (
    <div className={css['head']} data-lines="2" style={layout.shape} role="rowgroup">
      <div role="row" className={css['headLine']}>
        {props.selectAll}
        {groups.map(({ name, first, last }) =>
          name === '' ? (
            title(first, true)
          ) : (
            <GroupTitle key={`${name} ${first}`} {...{ name, first, last, columns, layout }} />
          ),
        )}
      </div>
      <div role="row" className={css['headLine']}>
        {layout.drawn.filter(isGrouped).map((index) => title(index, false))}
      </div>
    </div>
  )
}

function GroupTitle<Row>(props: {
  name: string
  first: number
  last: number
  columns: readonly Column<Row>[]
  layout: ColumnLayout
}) {
  const { first, last, layout } = props
  const [from, to] = [layout.lines.get(first), layout.lines.get(last)]
  const column = props.columns[first]
  if (!column || from === undefined || to === undefined) return null
  const attributes = cellAttributes(layout, column, first)
  return (
    <div
      role="columnheader"
      aria-colspan={last - first + 1}
      className={css['groupCell']}
      data-frozen={attributes['data-frozen']}
      style={{ left: attributes.style.left, gridColumn: `${from} / ${to + 1}`, gridRow: 1 }}
    >
      <span className={css['groupName']}>{props.name}</span>
    </div>
  )
}
