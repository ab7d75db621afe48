import { Tooltip } from '@blueprintjs/core'
import type { PointerEvent, ReactElement } from 'react'
import { cellAttributes } from './column-layout.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import type { TableHeadProps } from './TableHead.tsx'

export function HeadCell<Row>(
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
