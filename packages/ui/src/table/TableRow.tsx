import { memo, type ReactElement, type ReactNode } from 'react'
import { cellAttributes, type ColumnLayout } from './column-layout.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import { SelectBox, type Selection } from './SelectBox.tsx'

interface TableRowProps<Row> {
  id: string
  row: Row
  rowKey: string | number
  index: number
  /** Pixels from the top of all rows. */
  start: number
  height: number
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  selection: Selection | undefined
  isCurrent: boolean
  isActive: boolean
  opens: boolean
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, layout } = props
  return (
    <div
      id={props.id}
      data-index={index}
      className={css['row']}
      style={{
        ...layout.shape,
        height: props.height,
        transform: `translateY(${props.start}px)`,
      }}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={props.isCurrent || undefined}
      data-active={props.isActive || undefined}
      data-opens={props.opens ? '' : undefined}
    >
      {props.selection && <SelectBox selection={props.selection} rowKey={props.rowKey} />}
      {props.columns.map((column, at) => (
        <div
          key={column.key}
          role="gridcell"
          className={css['cell']}
          {...cellAttributes(layout, column, at)}
        >
          {shortened(column.render(row, index))}
        </div>
      ))}
    </div>
  )
}

/** Text that does not fit ends in dots, and is told whole under the mouse. */
const shortened = (content: ReactNode): ReactNode =>
  typeof content === 'string' && content !== '' ? (
    <span className={css['text']} title={content}>
      {content}
    </span>
  ) : (
    content
  )

/** One row; while scrolling only rows that come into view are rendered. */
export const TableRow = memo(PlainTableRow) as <Row>(props: TableRowProps<Row>) => ReactElement
