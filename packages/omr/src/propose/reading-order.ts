import type { Grid } from './grid.ts'
import { boxOf } from './grid.ts'
import { workPxPerMm } from './work-page.ts'

interface Item {
  left: number
  top: number
  right: number
  bottom: number
}

/** Tops of groups side by side differ by less, as a share of a bubble's height. */
const sameTop = 0.8
/** Groups further apart are columns of their own. */
const nearMm = 28

/**
 * Puts groups in the order in which their questions are numbered: groups of equal height beside each other,
 * the last ones maybe shorter, from left to right, everything else down a column and then on to the next.
 */
export function inReadingOrder<T extends { grid: Grid }>(groups: readonly T[]): T[] {
  const boxes = new Map(groups.map((group) => [group, boxOf(group.grid)]))
  const bands: T[][] = []
  for (const group of [...groups].sort((a, b) => boxes.get(a)!.top - boxes.get(b)!.top)) {
    // What lies between two groups makes them one band.
    const level = bands.filter((band) => band.some((other) => areLevel(other, group, boxes)))
    const [band, ...more] = level
    if (!band) {
      bands.push([group])
      continue
    }
    band.push(group, ...more.flat())
    for (const merged of more) bands.splice(bands.indexOf(merged), 1)
  }
  const items = bands.map((band) => {
    band.sort((a, b) => boxes.get(a)!.left - boxes.get(b)!.left)
    const members = band.map((group) => boxes.get(group)!)
    return { band, ...around(members) }
  })
  return ordered(items).flatMap(({ band }) => band)
}

/** Columns one after another; where there is but one, what is on top and then the rest in the same way. */
function ordered<T extends Item>(items: readonly T[]): T[] {
  if (items.length <= 1) return [...items]
  const columns = columnsOf(items)
  if (columns.length > 1) return columns.flatMap((column) => ordered(column))
  const [first, ...rest] = [...items].sort((a, b) => a.top - b.top || a.left - b.left)
  return [first!, ...ordered(rest)]
}

function areLevel<T extends { grid: Grid }>(
  a: T,
  b: T,
  boxes: ReadonlyMap<T, ReturnType<typeof boxOf>>,
): boolean {
  const [one, other] = [boxes.get(a)!, boxes.get(b)!]
  const gap = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  // The last column of a block may be shorter: its questions have come to an end.
  const [left, right] = one.left < other.left ? [a, b] : [b, a]
  const isShorter = right.grid.places.length < left.grid.places.length
  return (
    gap < nearMm * workPxPerMm &&
    right.grid.places.length <= left.grid.places.length &&
    Math.abs(one.top - other.top) < sameTop * a.grid.height &&
    (isShorter || Math.abs(one.bottom - other.bottom) < sameTop * a.grid.height)
  )
}

const around = (members: readonly Item[]): Item => ({
  left: Math.min(...members.map((m) => m.left)),
  top: Math.min(...members.map((m) => m.top)),
  right: Math.max(...members.map((m) => m.right)),
  bottom: Math.max(...members.map((m) => m.bottom)),
})

/** Items that lie over one another in one column, columns from left to right. */
function columnsOf<T extends Item>(items: readonly T[]): T[][] {
  const columns: { left: number; right: number; items: T[] }[] = []
  for (const item of [...items].sort((a, b) => a.left - b.left)) {
    const width = item.right - item.left
    const column = columns.find(
      (c) => item.left < c.right - 0.2 * Math.min(width, c.right - c.left),
    )
    if (!column) {
      columns.push({ left: item.left, right: item.right, items: [item] })
      continue
    }
    column.items.push(item)
    column.right = Math.max(column.right, item.right)
  }
  return columns.map((column) => column.items)
}
