import { type ReactNode, useRef } from 'react'
import { usePrintable } from '../print/printable.tsx'
import css from './simple-table.module.css'

export interface SimpleColumn<Row> {
  key: string
  title: ReactNode
  align?: 'left' | 'right' | 'center'
  /** Pixels; without it as wide as its contents. */
  width?: number
  render: (row: Row, index: number) => ReactNode
}

/** A short table that is shown whole: some dozens of rows, no sort and no scrolling of its own. */
export function SimpleTable<Row>(props: {
  label: string
  columns: readonly SimpleColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  /** Rows below a line: totals. */
  summary?: readonly Row[]
  /** What a row stands for besides its words. */
  tone?: (row: Row) => 'picked' | 'muted' | 'bad' | undefined
  /** In place of the rows, where there are none. */
  empty?: string
}) {
  const { columns, rows, summary = [] } = props
  const box = useRef<HTMLDivElement>(null)
  usePrintable(box, rows.length > 0)
  const cells = (row: Row, index: number) =>
    columns.map((column, at) => {
      const content = column.render(row, index)
      return at === 0 ? (
        <th key={column.key} scope="row" data-align={column.align}>
          {content}
        </th>
      ) : (
        <td key={column.key} data-align={column.align}>
          {content}
        </td>
      )
    })
  return (
    <div ref={box} className={css['scroll']}>
      <table className={css['root']} aria-label={props.label}>
        <thead>
          <tr>
            {columns.map(({ key, title, align, width }) => (
              <th key={key} scope="col" data-align={align} style={{ width }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && props.empty !== undefined && (
            <tr>
              <td colSpan={columns.length} className={css['empty']}>
                {props.empty}
              </td>
            </tr>
          )}
          {rows.map((row, index) => (
            <tr key={props.rowKey(row, index)} data-tone={props.tone?.(row)}>
              {cells(row, index)}
            </tr>
          ))}
        </tbody>
        {summary.length > 0 && (
          <tfoot>
            {summary.map((row, index) => (
              <tr key={props.rowKey(row, index)}>{cells(row, rows.length + index)}</tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}
