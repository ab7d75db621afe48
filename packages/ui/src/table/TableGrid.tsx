import { SkeletonLines } from '../feedback/Skeleton.tsx'
import { resized } from './arrangement.ts'
import { nextSort, nextSorts } from './column.ts'
import css from './data-table.module.css'
import { SelectAllBox } from './SelectBox.tsx'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import type { DataTableProps, TableState } from './use-data-table.ts'

const DEFAULT_HEIGHT = 'max(320px, calc(100vh - 280px))'

/** The part of a table that scrolls. */
export function TableGrid<Row>(props: DataTableProps<Row> & { table: TableState<Row> }) {
  const {
    rowKey,
    rowHeight,
    summary,
    scroller,
    arrangement,
    setArrangement,
    columns,
    own,
    sorts,
    rows,
    rowKeys,
    moved,
    id,
    virtual,
    layout,
    cells,
  } = props.table
  const { active, range: picked } = cells
  const ofServer = props.sort
  return (
    <div
      ref={scroller}
      className={css['root']}
      data-dense={props.isDense || undefined}
      style={{ maxHeight: props.maxHeight ?? DEFAULT_HEIGHT }}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + (layout.groups.length > 0 ? 2 : 1)}
      aria-colcount={columns.length}
      aria-busy={props.rows === undefined}
      aria-activedescendant={active === null ? undefined : `${id}-${active.row}`}
      tabIndex={0}
      onKeyDown={cells.onKeyDown}
      onMouseDown={cells.onMouseDown}
      onClick={cells.onClick}
      onScroll={own.onScroll}
    >
      <TableHead
        columns={columns}
        layout={layout}
        sorts={sorts}
        onSort={(key, isAdded) =>
          ofServer
            ? ofServer.onChange(nextSort(ofServer.value, key))
            : own.setSorts(nextSorts(own.sorts, key, isAdded))
        }
        onResize={
          props.arrangedAs === undefined
            ? undefined
            : (key, width) => setArrangement(resized(arrangement, key, width))
        }
        selectAll={props.selection && <SelectAllBox selection={props.selection} keys={rowKeys} />}
      />
      {props.rows === undefined ? (
        <div className={css['state']}>
          <SkeletonLines lines={8} />
        </div>
      ) : rows.length === 0 ? (
        // What it says may hold a link, which a grid has in its cells only.
        <div className={css['state']} role="rowgroup">
          <div role="row">
            <div role="gridcell" aria-colindex={1}>
              {props.empty}
            </div>
          </div>
        </div>
      ) : (
        <div
          {...moved}
          className={css['rows']}
          role="rowgroup"
          style={{ height: virtual.getTotalSize(), minWidth: layout.shape.minWidth }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = rowKey(row)
            const isPicked = picked !== null && index >= picked.top && index <= picked.bottom
            return (
              <TableRow
                key={key}
                id={`${id}-${index}`}
                row={row}
                rowKey={key}
                index={index}
                start={start}
                height={rowHeight}
                columns={columns}
                layout={layout}
                selection={props.selection}
                isCurrent={key === props.currentKey}
                isActive={index === active?.row}
                activeColumn={index === active?.row ? active.column : null}
                pickedFrom={isPicked ? picked.left : undefined}
                pickedTo={isPicked ? picked.right : undefined}
                opens={props.onOpenRow !== undefined}
              />
            )
          })}
        </div>
      )}
      {rows.length > 0 && summary.length > 0 && (
        <div className={css['summary']} role="rowgroup">
          {summary.map((row, index) => (
            <TableRow
              key={rowKey(row)}
              id={`${id}-summary-${index}`}
              row={row}
              rowKey={rowKey(row)}
              index={rows.length + index}
              start={null}
              height={rowHeight}
              columns={columns}
              layout={layout}
              selection={props.selection}
            />
          ))}
        </div>
      )}
    </div>
  )
}
