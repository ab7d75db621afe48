import type { Column } from './column.ts'

/** Pixels of the column of tick boxes. */
const BOX_WIDTH = 40

export type ColumnLayout = ReturnType<typeof layoutOf>

/** Attributes of the cell of one column, in the head as in the rows. */
export const cellAttributes = <Row>(layout: ColumnLayout, column: Column<Row>, index: number) => ({
  'data-align': column.align,
  'data-frozen': layout.left[index] === undefined ? undefined : '',
  'data-edge': index === layout.lastFrozen ? '' : undefined,
  style: { left: layout.left[index] },
})

/** Where columns stand: one grid template for all rows, and how far in the frozen ones stick. */
export function layoutOf<Row>(columns: readonly Column<Row>[], hasBoxes: boolean) {
  const widths = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, 1fr)` : `${width}px`))
  // Without a column that grows, an empty one takes the rest, so that rows reach the edge.
  const rest = columns.some(({ grow }) => grow) ? [] : ['minmax(0, 1fr)']
  const left: (number | undefined)[] = []
  let offset = hasBoxes ? BOX_WIDTH : 0
  for (const { frozen, width } of columns) {
    left.push(frozen ? offset : undefined)
    offset += width
  }
  return {
    /** Style of the head and of every row. */
    shape: {
      gridTemplateColumns: [...(hasBoxes ? [`${BOX_WIDTH}px`] : []), ...widths, ...rest].join(' '),
      minWidth: offset,
    },
    left,
    lastFrozen: columns.findLastIndex(({ frozen }) => frozen === true),
  }
}
