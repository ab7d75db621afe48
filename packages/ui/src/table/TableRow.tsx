import { memo, type ReactElement, type ReactNode } from 'react'
import { cellAttributes, type ColumnLayout } from './column-layout.ts'
import type { Column } from './column.ts'
import css from './data-table.module.css'
import { heatGround, heatMark } from './heat.ts'
import { SelectBox, type Selection } from './SelectBox.tsx'

interface TableRowProps<Row> {
  id: string
  row: Row
  rowKey: string | number
  index: number
  /** Pixels from the top of all rows; null for a summary row, which stands where it is. */
  start: number | null
  height: number
  columns: readonly Column<Row>[]
  layout: ColumnLayout
  selection?: Selection | undefined
  isCurrent?: boolean
  isActive?: boolean
  /** The column that the keys are on. */
  activeColumn?: number | null
  /** First and last column of the range that is picked in this row. */
  pickedFrom?: number | undefined
  pickedTo?: number | undefined
  opens?: boolean
}

function PlainTableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, layout, pickedFrom = 0, pickedTo = -1 } = props
  const isSummary = props.start === null
  return (
    <div
      id={props.id}
      {...(isSummary ? { 'data-summary': '' } : { 'data-index': index })}
      className={css['row']}
      style={{
        ...layout.shape,
        height: props.height,
        ...(isSummary ? {} : { transform: `translateY(${props.start}px)` }),
      }}
      role="row"
      aria-rowindex={isSummary ? undefined : index + 1 + (layout.groups.length > 0 ? 2 : 1)}
      aria-selected={props.isCurrent || undefined}
      data-active={props.isActive || undefined}
      data-opens={props.opens ? '' : undefined}
    >
      {props.selection &&
        (isSummary ? (
          <div className={css['box']} role="presentation" />
        ) : (
          <SelectBox selection={props.selection} rowKey={props.rowKey} />
        ))}
      {layout.drawn.map((at) => {
        const column = props.columns[at]
        if (!column) return null
        const attributes = cellAttributes(layout, column, at)
        const z = column.heat?.(row) ?? null
        const mark = heatMark(z)
        return (
          <div
            key={column.key}
            id={`${props.id}-${at}`}
            role="gridcell"
            aria-colindex={at + 1}
            className={css['cell']}
            {...attributes}
            style={{ ...attributes.style, ...heatGround(z) }}
            data-column={at}
            data-on={at === props.activeColumn || undefined}
            data-picked={(at >= pickedFrom && at <= pickedTo) || undefined}
          >
            {mark && <span className={css['mark']}>{mark}</span>}
            {shortened(column.render(row, index))}
          </div>
        )
      })}
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
