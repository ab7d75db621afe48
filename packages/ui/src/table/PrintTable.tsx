import { MOST_PRINTED, PRINT_REFUSAL } from '../print/printing.ts'
import type { Column } from './column.ts'
import { layoutOf } from './column-layout.ts'
import { heatGround, heatMark } from './heat.ts'
import css from './print-table.module.css'

/** From so many columns on the sheet lies across. @source reports 3.8 */
const LANDSCAPE_FROM = 9

/** A table as it goes on paper: every row, and its titles again on each sheet. */
export function PrintTable<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  summary: readonly Row[]
  rowKey: (row: Row) => string | number
}) {
  const { rows } = props
  // What can be done with a row is not done on paper.
  const columns = props.columns.filter(({ title }) => title !== '')
  if (rows.length > MOST_PRINTED)
    return (
      <p className={css['refusal']} role="alert">
        {props.label}超过 {MOST_PRINTED} 行，{PRINT_REFUSAL}。
      </p>
    )
  const { groups } = layoutOf(columns, false)
  const cells = (row: Row, index: number) =>
    columns.map((column) => {
      const z = column.heat?.(row) ?? null
      return (
        <td key={column.key} data-align={column.align} style={heatGround(z)}>
          {heatMark(z)}
          {column.render(row, index)}
        </td>
      )
    })
  const title = (column: Column<Row>, rowSpan?: number) => (
    <th key={column.key} scope="col" rowSpan={rowSpan} data-align={column.align}>
      {column.title}
    </th>
  )
  return (
    <table
      className={css['root']}
      data-across={columns.length >= LANDSCAPE_FROM || undefined}
      aria-label={props.label}
    >
      <thead>
        {groups.length === 0 ? (
          <tr>{columns.map((column) => title(column))}</tr>
        ) : (
          <>
            <tr>
              {groups.map(({ name, first, last }) => {
                const column = columns[first]
                if (name === '') return column && title(column, 2)
                return (
                  <th key={`${name} ${first}`} scope="colgroup" colSpan={last - first + 1}>
                    {name}
                  </th>
                )
              })}
            </tr>
            <tr>
              {columns.filter(({ group }) => group !== undefined).map((column) => title(column))}
            </tr>
          </>
        )}
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={props.rowKey(row)}>{cells(row, index)}</tr>
        ))}
      </tbody>
      {props.summary.length > 0 && (
        <tbody className={css['summary']}>
          {props.summary.map((row, index) => (
            <tr key={props.rowKey(row)}>{cells(row, rows.length + index)}</tr>
          ))}
        </tbody>
      )}
    </table>
  )
}
