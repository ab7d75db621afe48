import type { PageBuilder } from './page-builder.ts'
import type { Slot } from './geometry.ts'
import { CONTENT } from './measures.ts'

/** A piece of content that takes a column's whole width. */
export interface FlowItem {
  heightMm: number
  /** How much taller it may be made to fill a column; 0 for fixed things. */
  stretchMm: number
  /** A title never ends a column. */
  keepWithNext: boolean
  /** How much shorter it may be made to fit whole at the end of a column. */
  shrinkMm: number
  /** Begins a new column or the first column of a new page. */
  breakBefore?: 'column' | 'page' | undefined
  /** The text of this question is in it. */
  stemOf?: string
  /** Takes off a first part of at most `availableMm`; null when that would not read well. */
  split(availableMm: number): [FlowItem, FlowItem] | null
  place(builder: PageBuilder, slot: Slot): void
}

export interface Column {
  page: number
  xMm: number
  yMm: number
  widthMm: number
  bottomMm: number
}

interface Placement {
  item: FlowItem
  column: Column
}

/** Distributes items over columns in order; `leftMm` is the height that found no column. */
export function flowInto(
  columns: Column[],
  items: FlowItem[],
): { placements: Placement[][]; leftMm: number } {
  const placements: Placement[][] = columns.map(() => [])
  const queue = [...items]
  let index = 0
  let y = columns[0]?.yMm ?? 0
  while (queue.length > 0) {
    const column = columns[index]
    if (!column) break
    const item = queue[0]!
    const mustLeave =
      (item.breakBefore === 'column' && placements[index]!.length > 0) ||
      (item.breakBefore === 'page' && isPageBegun(columns, placements, index))
    if (mustLeave) {
      index =
        item.breakBefore === 'page'
          ? columns.findIndex(({ page }) => page > column.page)
          : index + 1
      if (index < 0) break
      y = columns[index]?.yMm ?? 0
      continue
    }
    const available = column.bottomMm - y
    const take = (part: FlowItem) => {
      placements[index]!.push({ item: part, column })
      y += part.heightMm + CONTENT.gap
    }
    const whole = fitted(item, available)
    if (whole && canFollow(queue.slice(1), item, available - whole.heightMm - CONTENT.gap)) {
      take(whole)
      queue.shift()
      continue
    }
    const parts = whole ? null : item.split(available)
    if (parts) {
      take(parts[0])
      queue[0] = parts[1]
    }
    index += 1
    y = columns[index]?.yMm ?? 0
  }
  const leftMm = queue.reduce((sum, item) => sum + item.heightMm + CONTENT.gap, 0)
  return { placements, leftMm }
}

const isPageBegun = (columns: Column[], placements: Placement[][], index: number): boolean =>
  columns.some(({ page }, at) => page === columns[index]!.page && placements[at]!.length > 0)

/** The item at its own height or, if need be, made shorter; null when it has to be cut or moved. */
function fitted(item: FlowItem, availableMm: number): FlowItem | null {
  if (item.heightMm <= availableMm) return item
  if (item.heightMm - item.shrinkMm > availableMm) return null
  return { ...item, heightMm: availableMm, stretchMm: 0 }
}

/**
 * The question whose text finds no room with what must stand around it in any column, the highest of
 * which is `tallestMm`; null if each does.
 */
export function tooTallStem(items: readonly FlowItem[], tallestMm: number): string | null {
  for (const [index, { stemOf }] of items.entries()) {
    if (stemOf === undefined) continue
    let from = index
    while (!items[from]!.breakBefore && items[from - 1]?.keepWithNext) from -= 1
    const [first, ...rest] = items.slice(from) as [FlowItem, ...FlowItem[]]
    const room = tallestMm - first.heightMm
    if (room < 0 || !canFollow(rest, first, room - CONTENT.gap)) return stemOf
  }
  return null
}

/** Whether what must stand under an item finds room there, be it only its beginning. */
function canFollow(rest: FlowItem[], item: FlowItem, availableMm: number): boolean {
  const [next, ...others] = rest
  if (!item.keepWithNext || !next || next.breakBefore) return true
  const whole = fitted(next, availableMm)
  if (whole) return canFollow(others, next, availableMm - whole.heightMm - CONTENT.gap)
  return next.split(availableMm) !== null
}

/** Places what flowed into one column, letting answer areas grow into the space that is left. */
export function placeColumn(builder: PageBuilder, column: Column, items: FlowItem[]): void {
  const used = items.reduce((sum, item) => sum + item.heightMm + CONTENT.gap, -CONTENT.gap)
  const spare = Math.max(0, column.bottomMm - column.yMm - used)
  const stretch = items.reduce((sum, item) => sum + item.stretchMm, 0)
  const share = stretch > 0 ? Math.min(1, spare / stretch) : 0
  let y = column.yMm
  for (const item of items) {
    const heightMm = item.heightMm + item.stretchMm * share
    item.place(builder, { xMm: column.xMm, yMm: y, widthMm: column.widthMm, heightMm })
    y += heightMm + CONTENT.gap
  }
}
