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
 * Puts groups in the order in which their questions are numbered: groups of equal height beside each other
 * from left to right, everything else down a column and then on to the next.
 */
export function inReadingOrder<T extends { grid: Grid }>(groups: readonly T[]): T[] {
  const boxes = new Map(groups.map((group) => [group, boxOf(group.grid)]))
  const bands: T[][] = []
  for (const group of [...groups].sort((a, b) => boxes.get(a)!.top - boxes.get(b)!.top)) {
    const band = bands.find((members) => members.some((other) => areLevel(other, group, boxes)))
    if (band) band.push(group)
    else bands.push([group])
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
  return (
    gap < nearMm * workPxPerMm &&
    a.grid.places.length === b.grid.places.length &&
    Math.abs(one.top - other.top) < sameTop * a.grid.height &&
    Math.abs(one.bottom - other.bottom) < sameTop * a.grid.height
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
    const column = columns.find((c) => item.left < c.right - 0.2 * (item.right - item.left))
    if (!column) {
      columns.push({ left: item.left, right: item.right, items: [item] })
      continue
    }
    column.items.push(item)
    column.right = Math.max(column.right, item.right)
  }
  return columns.map((column) => column.items)
}
