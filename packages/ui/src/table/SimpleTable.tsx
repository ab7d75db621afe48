import { type ReactNode, useRef } from 'react'
import { usePrintable } from '../print/printable.tsx'
import { Figure } from '../status/Figure.tsx'
import css from './simple-table.module.css'

export interface SimpleColumn<Row> {
  key: string
  title: ReactNode
  align?: 'left' | 'right' | 'center'
  /** Pixels; without it as wide as its contents. */
  width?: number
  render: (row: Row, index: number) => ReactNode
}

export interface SimpleSelection<Row> {
  keys: ReadonlySet<string | number>
  onChange: (keys: ReadonlySet<string | number>) => void
  /** What the box of a row, and that of all of them, selects. */
  nameOf: (row: Row) => string
  all: string
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
  tone?: (row: Row) => 'picked' | 'muted' | 'bad' | 'warn' | undefined
  /** In a narrow place: less room between the columns, and words break in the first one. */
  isDense?: boolean
  /** In place of the rows, where there are none. */
  empty?: string
  /** CSS; higher than this, rows scroll under their titles. */
  maxHeight?: string
  /** Rows that are ticked for what is done with several at once. */
  selection?: SimpleSelection<Row>
}) {
  const { columns, rows, selection, summary = [] } = props
  const keys = rows.map(props.rowKey)
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
    <div
      ref={box}
      className={css['scroll']}
      {...(props.maxHeight ? { style: { maxHeight: props.maxHeight }, 'data-high': true } : {})}
    >
      <table
        className={css['root']}
        data-dense={props.isDense || undefined}
        aria-label={props.label}
      >
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-align="center">
                <input
                  type="checkbox"
                  aria-label={selection.all}
                  checked={keys.every((key) => selection.keys.has(key))}
                  onChange={({ target }) => selection.onChange(new Set(target.checked ? keys : []))}
                />
              </th>
            )}
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
              <td colSpan={columns.length + (selection ? 1 : 0)} className={css['empty']}>
                {props.empty}
              </td>
            </tr>
          )}
          {rows.map((row, index) => (
            <tr key={props.rowKey(row, index)} data-tone={props.tone?.(row)}>
              {selection && (
                <SelectCell row={row} rowKey={props.rowKey(row, index)} selection={selection} />
              )}
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

function SelectCell<Row>(props: {
  row: Row
  rowKey: string | number
  selection: SimpleSelection<Row>
}) {
  const { keys, onChange, nameOf } = props.selection
  return (
    <td data-align="center">
      <input
        type="checkbox"
        aria-label={nameOf(props.row)}
        checked={keys.has(props.rowKey)}
        onChange={({ target }) => {
          const next = new Set(keys)
          if (target.checked) next.add(props.rowKey)
          else next.delete(props.rowKey)
          onChange(next)
        }}
      />
    </td>
  )
}

/** A column of figures whose title says how they come about. */
export const figureColumn = <Row,>(
  title: string,
  formula: string,
  render: SimpleColumn<Row>['render'],
): SimpleColumn<Row> => ({
  key: title,
  title: <Figure formula={formula}>{title}</Figure>,
  align: 'right',
  render,
})
