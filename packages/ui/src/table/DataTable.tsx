import { ErrorState } from '../feedback/ErrorState.tsx'
import css from './data-table.module.css'
import { PrintTable } from './PrintTable.tsx'
import { copyCells, TableTools } from './TableTools.tsx'
import { type DataTableProps, useDataTable } from './use-data-table.ts'
import { TableGrid } from './TableGrid.tsx'

/**
 * A table that stays smooth at 5,000 rows and 40 columns: only the rows in view exist, and of many columns only those
 * in view. The header, frozen columns and summary rows stay in view; arrow keys move, Enter opens, Shift picks a range,
 * Ctrl+C copies. On back it is scrolled and sorted as it was left; on paper it has all its rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const table = useDataTable(props)
  const { rowKey, summary, isPrinting, arrangement, setArrangement, columns, rows, cells } = table
  if (props.error && !props.rows)
    return <ErrorState error={props.error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
  const hasTools = props.tools !== undefined || props.arrangedAs !== undefined
  const isFramed = hasTools || props.footer !== undefined
  const shown = isPrinting ? (
    rows.length === 0 ? (
      props.empty
    ) : (
      <PrintTable {...{ label: props.label, columns, rows, summary, rowKey }} />
    )
  ) : (
    <TableGrid {...props} table={table} />
  )
  if (!isFramed) return shown
  return (
    <div className={css['frame']}>
      {hasTools && !isPrinting && (
        <TableTools
          columns={props.columns}
          shown={columns}
          arrangement={arrangement}
          onArrange={props.arrangedAs === undefined ? null : setArrangement}
          range={cells.range}
          onCopy={() =>
            void copyCells(columns, [...rows, ...(cells.range ? [] : summary)], cells.range)
          }
        >
          {props.tools}
        </TableTools>
      )}
      {shown}
      {props.footer !== undefined && <div className={css['footer']}>{props.footer}</div>}
    </div>
  )
}
