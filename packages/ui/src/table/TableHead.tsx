import { Tooltip } from '@blueprintjs/core'
import type { ReactElement, ReactNode } from 'react'
import { cellAttributes, type ColumnLayout } from './column-layout.ts'
import type { Column, Sort } from './column.ts'
import css from './data-table.module.css'

/** The titles; those that sort are buttons. */
export function TableHead<Row>(props: {
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  sort: Sort | null
  onSort: (key: string) => void
  selectAll: ReactNode
}) {
  return (
    <div className={css['head']} style={props.layout.shape} role="row">
      {props.selectAll}
      {props.columns.map((column, index) => {
        const direction = props.sort?.key === column.key ? props.sort : null
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-sort={direction ? (direction.isAscending ? 'ascending' : 'descending') : undefined}
            className={css['cell']}
            {...cellAttributes(props.layout, column, index)}
          >
            <Explained hint={column.hint}>
              {column.sortBy ? (
                <button
                  type="button"
                  className={css['sort']}
                  onClick={() => props.onSort(column.key)}
                >
                  {column.title}
                  <span className={css['arrow']} aria-hidden="true">
                    {direction ? (direction.isAscending ? '▲' : '▼') : '▽'}
                  </span>
                </button>
              ) : (
                <span>{column.title}</span>
              )}
            </Explained>
          </div>
        )
      })}
    </div>
  )
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
