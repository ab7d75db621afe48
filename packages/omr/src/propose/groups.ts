import { likenessOf } from './glyphs.ts'
import type { Grid } from './grid.ts'
import { boxOf, transpose } from './grid.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { Place } from './places.ts'
import type { FirstNumber, NumberArea } from './printed-numbers.ts'
import { firstNumber } from './printed-numbers.ts'
import { workPxPerMm } from './work-page.ts'

/** What a grid is: digits of a number down or across, or the options of questions. */
export interface GroupKind {
  content: 'digits' | 'options'
  /** How the values of one field follow one another. */
  direction: 'horizontal' | 'vertical'
  confidence: number
  reason: string
}

/** A grid with what its bubbles mean. */
export interface Group extends GroupKind {
  grid: Grid
  /** Fields in reading order, their bubbles in the order of their values; a digit position or a question each. */
  lines: (Place | null)[][]
  /** Number printed beside the first question; null where none was read. */
  printed: FirstNumber | null
}

/** Letters of one row that are this much more alike than those of a column are the same letter. */
const clearlyAlike = 0.1
const mostOptions = 8
/** Where the number of a question is looked for: so far from its first option. */
const numberReachMm = 13

/**
 * Tells what a grid is by which of its letters are alike.
 *
 * @param isLegible does the picture show printed numbers clearly enough to read them?
 */
export function groupOf(
  grid: Grid,
  ink: PageInk,
  others: readonly Grid[],
  isLegible: boolean,
): Group {
  const kind = kindOf(grid, ink)
  const lines = kind.direction === 'vertical' ? transpose(grid.places) : grid.places
  const isNumbered = isLegible && kind.content === 'options'
  const printed = isNumbered
    ? firstNumber(
        ink,
        lines.map((line) => numberArea(line, grid, kind.direction, others)),
      )
    : null
  return { ...kind, grid, lines, printed }
}

/** Columns of different lengths are fields of their own: each shows other letters. */
export function columnsApart(grid: Grid): Grid[] {
  const columns = transpose(grid.places)
  if (columns.length < 2 || !haveOwnLengths(grid)) return [grid]
  return columns.map((column) => {
    const last = column.findLastIndex(Boolean)
    return { ...grid, places: column.slice(0, last + 1).map((place) => [place]) }
  })
}

function kindOf(grid: Grid, ink: PageInk): GroupKind {
  const rows = grid.places.length
  const columns = grid.places[0]!.length
  const likeness = likenessOf(grid.places, grid, ink)
  const mean = (values: (number | null)[]) => middle(values.filter((v) => v !== null))
  const lead =
    likeness.lettered > 0.5 && rows > 1 && columns > 1
      ? mean(likeness.rows) - mean(likeness.columns)
      : 0
  const sameInRow = lead > clearlyAlike
  const sameInColumn = lead < -clearlyAlike
  if (rows === 10 && sameInRow) return digits('vertical', 0.95, '每行印的数字相同，共十行')
  if (columns === 10 && sameInColumn) return digits('horizontal', 0.95, '每列印的数字相同，共十列')
  if (sameInRow && rows <= mostOptions) return options('vertical', 0.9, '每行印的字母相同')
  if (sameInColumn && columns <= mostOptions) return options('horizontal', 0.92, '每列印的字母相同')
  if (rows === 10 && (columns === 1 || columns < 3 || columns > 5))
    return digits('vertical', 0.8, '共十行，框内没有可辨认的字')
  if (columns === 10) return digits('horizontal', 0.75, '共十列，框内没有可辨认的字')
  if (columns === 1) return options('vertical', 0.6, '只有一列')
  if (columns > mostOptions) return options('vertical', 0.45, '每行超过八个框，按竖排选项处理')
  return options('horizontal', 0.85, `每行 ${columns} 个框`)
}

/** Do columns end in different rows, while rows all begin at the first column? */
const haveOwnLengths = ({ places }: Grid) => {
  const last = places.at(-1)
  return places.length > 2 && last.length > 1 && last.length <= 4 && last.some((place) => !place)
}

const digits = (direction: GroupKind['direction'], confidence: number, reason: string) =>
  ({ content: 'digits', direction, confidence, reason }) as const
const options = (direction: GroupKind['direction'], confidence: number, reason: string) =>
  ({ content: 'options', direction, confidence, reason }) as const

/** Left of a row of options; above a column of them. */
function numberArea(
  line: readonly (Place | null)[],
  grid: Grid,
  direction: GroupKind['direction'],
  others: readonly Grid[],
): NumberArea {
  const places = line.filter((place) => place !== null)
  const first = places[0] ?? { x: 0, y: 0 }
  const reach = numberReachMm * workPxPerMm
  if (direction === 'vertical') {
    const bottom = first.y - 0.55 * grid.height
    return {
      left: first.x - 0.9 * grid.width,
      right: first.x + 0.9 * grid.width,
      top: bottom - reach * 0.5,
      bottom,
    }
  }
  const y = middle(places.map((place) => place.y))
  const right = first.x - 0.5 * grid.width - 1
  const walls = others
    .filter((other) => other !== grid)
    .map(boxOf)
    .filter((box) => box.right <= first.x && box.top < y && box.bottom > y)
    .map((box) => box.right)
  return {
    left: Math.max(right - reach, ...walls),
    right,
    top: y - 0.55 * grid.height,
    bottom: y + 0.55 * grid.height,
  }
}
