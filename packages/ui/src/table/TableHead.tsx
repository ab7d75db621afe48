import type { ReactNode } from 'react'
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
            title={column.hint}
            className={css['cell']}
            {...cellAttributes(props.layout, column, index)}
          >
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
              column.title
            )}
          </div>
        )
      })}
    </div>
  )
}
