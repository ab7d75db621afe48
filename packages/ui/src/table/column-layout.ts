import type { Column } from './column.ts'

/** Pixels of the column of tick boxes. */
const BOX_WIDTH = 40

/** From so many columns on only those in view are drawn. @source reports 3.3 */
export const VIRTUAL_COLUMNS = 30

/** The columns in view, from `start` up to and with `end`; frozen ones are drawn in any case. */
export interface ColumnRange {
  start: number
  end: number
}

export interface GroupCell {
  /** Empty over columns without a group: their title takes both lines. */
  name: string
  first: number
  last: number
}

export interface ColumnLayout {
  /** Style of the head and of every row. */
  shape: { gridTemplateColumns: string; minWidth: number }
  /** Places of the columns that are drawn. */
  drawn: readonly number[]
  /** Line of the grid of each drawn column. */
  lines: ReadonlyMap<number, number>
  /** How far in a frozen column sticks, by its place. */
  left: readonly (number | undefined)[]
  lastFrozen: number
  /** Pixels of the frozen columns and the boxes. */
  frozenWidth: number
  /** Pixels before each column. */
  offsets: readonly number[]
  /** Groups of the drawn columns; empty without any group. */
  groups: readonly GroupCell[]
}

/** Attributes of the cell of one column, in the head as in the rows. */
export const cellAttributes = <Row>(layout: ColumnLayout, column: Column<Row>, index: number) => ({
  'data-align': column.align,
  'data-frozen': layout.left[index] === undefined ? undefined : '',
  'data-edge': index === layout.lastFrozen ? '' : undefined,
  style: { left: layout.left[index], gridColumn: layout.lines.get(index) },
})

/**
 * Where columns stand: one grid template for all rows, and how far in the frozen ones stick. Columns out of the range
 * leave a gap of their width.
 */
export function layoutOf<Row>(
  columns: readonly Column<Row>[],
  hasBoxes: boolean,
  range: ColumnRange | null = null,
): ColumnLayout {
  const offsets: number[] = []
  const left: (number | undefined)[] = []
  let offset = hasBoxes ? BOX_WIDTH : 0
  for (const { frozen, width } of columns) {
    left.push(frozen ? offset : undefined)
    offsets.push(offset)
    offset += width
  }
  const template = hasBoxes ? [`${BOX_WIDTH}px`] : []
  const lines = new Map<number, number>()
  let gap = 0
  const closeGap = () => {
    if (gap > 0) template.push(`${gap}px`)
    gap = 0
  }
  for (const [index, { frozen, width, grow }] of columns.entries()) {
    if (!frozen && range && (index < range.start || index > range.end)) {
      gap += width
      continue
    }
    closeGap()
    template.push(grow && !range ? `minmax(${width}px, 1fr)` : `${width}px`)
    lines.set(index, template.length)
  }
  closeGap()
  // Without a column that grows, an empty one takes the rest, so that rows reach the edge.
  if (range || !columns.some(({ grow }) => grow)) template.push('minmax(0, 1fr)')
  const lastFrozen = columns.findLastIndex(({ frozen }) => frozen === true)
  const drawn = [...lines.keys()]
  return {
    shape: { gridTemplateColumns: template.join(' '), minWidth: offset },
    drawn,
    lines,
    left,
    lastFrozen,
    frozenWidth: lastFrozen < 0 ? (hasBoxes ? BOX_WIDTH : 0) : (offsets[lastFrozen + 1] ?? offset),
    offsets,
    groups: groupsOf(columns, drawn),
  }
}

/** Runs of neighbours with one group name; a frozen column and one that scrolls are never one run. */
function groupsOf<Row>(columns: readonly Column<Row>[], drawn: readonly number[]): GroupCell[] {
  if (!drawn.some((index) => columns[index]?.group !== undefined)) return []
  const cells: GroupCell[] = []
  for (const index of drawn) {
    const column = columns[index]
    const before = cells.at(-1)
    const name = column?.group ?? ''
    if (
      before &&
      name !== '' &&
      before.name === name &&
      before.last === index - 1 &&
      columns[before.last]?.frozen === column?.frozen
    )
      before.last = index
    else cells.push({ name, first: index, last: index })
  }
  return cells
}
