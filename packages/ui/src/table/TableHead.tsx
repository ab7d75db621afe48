import { Tooltip } from '@blueprintjs/core'
import { type PointerEvent, type ReactElement, type ReactNode } from 'react'
import { cellAttributes, type ColumnLayout } from './column-layout.ts'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'

interface TableHeadProps<Row> {
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

function HeadCell<Row>(
  props: TableHeadProps<Row> & { column: Column<Row>; index: number; line: string | undefined },
) {
  const { column, index, layout } = props
  const at = props.sorts.findIndex(({ key }) => key === column.key)
  const direction = props.sorts[at]
  const attributes = cellAttributes(layout, column, index)
  return (
    <div
      role="columnheader"
      aria-sort={direction ? (direction.isAscending ? 'ascending' : 'descending') : undefined}
      aria-rowspan={props.line === '1 / 3' ? 2 : undefined}
      className={css['cell']}
      {...attributes}
      data-grouped={props.line === '2' ? '' : undefined}
      style={{ ...attributes.style, gridRow: props.line }}
    >
      <Explained hint={column.hint}>
        {column.sortBy ? (
          <button
            type="button"
            className={css['sort']}
            title="点击排序；按住 Shift 再点，加为次要排序"
            onClick={(event) => props.onSort(column.key, event.shiftKey)}
          >
            {column.title}
            <span className={css['arrow']} aria-hidden="true">
              {direction ? (direction.isAscending ? '▲' : '▼') : '▽'}
              {direction && props.sorts.length > 1 && <sup>{at + 1}</sup>}
            </span>
          </button>
        ) : (
          <span>{column.title}</span>
        )}
      </Explained>
      {props.onResize && (
        <span
          className={css['grip']}
          aria-hidden="true"
          onPointerDown={(event) =>
            followWidth(event, (width) => props.onResize?.(column.key, width))
          }
        />
      )}
    </div>
  )
}

/** The column is as wide as the pointer is away from its left edge, until that is let go. */
function followWidth(event: PointerEvent<HTMLElement>, tell: (width: number) => void): void {
  const grip = event.currentTarget
  const left = grip.parentElement?.getBoundingClientRect().left
  if (event.button !== 0 || left === undefined) return
  event.preventDefault()
  grip.setPointerCapture(event.pointerId)
  const done = new AbortController()
  const { signal } = done
  const move = ({ clientX }: globalThis.PointerEvent) => tell(clientX - left)
  grip.addEventListener('pointermove', move, { signal })
  for (const name of ['pointerup', 'pointercancel'])
    grip.addEventListener(name, () => done.abort(), { signal })
}

/** How the figures of a column come about, on hover and focus of its title. @source ui D1 rule 3 */
const Explained = ({ hint, children }: { hint: string | undefined; children: ReactElement }) =>
  hint === undefined ? (
    children
  ) : (
    <Tooltip content={hint} openOnTargetFocus hoverOpenDelay={200} className={css['explained']}>
      {children}
    </Tooltip>
  )
