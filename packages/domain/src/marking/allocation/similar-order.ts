import type { EntityId } from '../../entity-id.ts'

/** Grid over a whole answer area on which the ink of one paper is counted. */
export const PRINT = { columns: 48, rows: 16 } as const
/** Most groups; a paper like none of them stays by itself. Bounds the work to papers times groups. */
const MOST_GROUPS = 300
/** Share of the papers whose ink a cell must have to count as printed on the sheet. */
const PRINTED_SHARE = 0.9
/** Fewer papers do not tell what is printed. */
const LEAST_FOR_PRINTED = 10
/** Work between two steps: some milliseconds. */
const PAPERS_A_STEP = 20
const CELLS_A_STEP = 24
/** Ink of a cell, 0 to 255, below which it is a speck. */
const SPECK = 12
/** The written part is compared on this grid, whatever its size and place. */
const SHAPE = { columns: 16, rows: 6 } as const
/** Least agreement of two shapes (cosine) and of their lengths (ratio) for one group. */
const LEAST_COSINE = 0.86
const LEAST_LENGTH = 0.7
/** Or so many cells apart at most, where a stroke lies across their edges. */
const EDGE_CELLS = 2
/** What is smaller is compared in a box of this size. */
const LEAST_BOX = { columns: 6, rows: 6 } as const

/** How an answer looks. */
export interface PrintedPaper {
  id: EntityId
  /** Ink in the cells of `PRINT`, row by row, 0 to 255. */
  ink: ArrayLike<number>
  /** Where it stands in the usual order, 0 to 2^31 - 1. */
  place: number
}

interface Shape {
  /** Of length 1; all 0 for an answer without ink. */
  cells: Float32Array
  /** Columns of `PRINT` that the writing spans; 0 for none. */
  length: number
}

/**
 * Serving order in which papers whose answers look alike come together. A group stands where its first
 * member stands in the usual order, which nobody chose; so do papers that are like no other.
 *
 * Nothing is decided by it: a paper in a wrong group is read with other neighbours, that is all.
 *
 * A generator, for thousands of papers are seconds of work: whoever has others to serve does so between its
 * steps.
 *
 * @returns place by id, 0 to 2^31 - 1, the same for the same papers
 * @source domain rules 4.5 (`similar_first`)
 */
export function* similarOrder(
  papers: readonly PrintedPaper[],
): Generator<undefined, Map<EntityId, number>> {
  const printed = yield* printedInk(papers)
  const inOrder = papers.toSorted((a, b) => a.place - b.place)
  const groups: { shape: Shape; place: number; size: number }[] = []
  const order = new Map<EntityId, number>()
  for (const [index, { id, ink, place }] of inOrder.entries()) {
    if (index % PAPERS_A_STEP === 0) yield
    const shape = shapeOf(ink, printed)
    const group = closest(shape, groups)
    if (group) {
      group.size++
      order.set(id, Math.min(group.place + group.size - 1, 2 ** 31 - 1))
      continue
    }
    if (groups.length < MOST_GROUPS) groups.push({ shape, place, size: 1 })
    order.set(id, place)
  }
  return order
}

/** Ink of each cell that nearly every paper has: rules, question numbers, boxes. */
function* printedInk(papers: readonly PrintedPaper[]): Generator<undefined, Uint8Array> {
  const cells = PRINT.columns * PRINT.rows
  const printed = new Uint8Array(cells)
  if (papers.length < LEAST_FOR_PRINTED) return printed
  const rank = Math.floor(papers.length * (1 - PRINTED_SHARE))
  const counts = new Uint32Array(256)
  for (let cell = 0; cell < cells; cell++) {
    if (cell % CELLS_A_STEP === 0) yield
    counts.fill(0)
    for (const { ink } of papers) {
      const value = ink[cell] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
    let seen = 0
    for (let value = 0; value < 256; value++) {
      seen += counts[value] ?? 0
      if (seen > rank) {
        printed[cell] = value
        break
      }
    }
  }
  return printed
}

/** The written part, cut out and brought to one size. */
function shapeOf(ink: ArrayLike<number>, printed: Uint8Array): Shape {
  const written = (column: number, row: number): number => {
    const cell = row * PRINT.columns + column
    const value = (ink[cell] ?? 0) - (printed[cell] ?? 0)
    return value > SPECK ? value : 0
  }
  let left: number = PRINT.columns
  let top: number = PRINT.rows
  let [right, bottom] = [-1, -1]
  for (let row = 0; row < PRINT.rows; row++)
    for (let column = 0; column < PRINT.columns; column++)
      if (written(column, row) > 0) {
        left = Math.min(left, column)
        right = Math.max(right, column)
        top = Math.min(top, row)
        bottom = Math.max(bottom, row)
      }
  const cells = new Float32Array(SHAPE.columns * SHAPE.rows)
  if (right < 0) return { cells, length: 0 }
  const length = right - left + 1
  // Something small is not blown up: a stroke over two cells and the same over three are one stroke.
  const width = Math.max(length, LEAST_BOX.columns)
  const height = Math.max(bottom - top + 1, LEAST_BOX.rows)
  const [x0, y0] = [(left + right + 1 - width) / 2, (top + bottom + 1 - height) / 2]
  for (let y = 0; y < SHAPE.rows; y++)
    for (let x = 0; x < SHAPE.columns; x++)
      cells[y * SHAPE.columns + x] = between(
        written,
        x0 + ((x + 0.5) * width) / SHAPE.columns - 0.5,
        y0 + ((y + 0.5) * height) / SHAPE.rows - 0.5,
      )
  return { cells: normalised(blurred(cells)), length }
}

/** Ink at a place between four cells; none beyond the edges. */
function between(ink: (column: number, row: number) => number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  const [right, below] = [x - column, y - row]
  const at = (dx: number, dy: number) => {
    const [c, r] = [column + dx, row + dy]
    return c < 0 || r < 0 || c >= PRINT.columns || r >= PRINT.rows ? 0 : ink(c, r)
  }
  return (
    (at(0, 0) * (1 - right) + at(1, 0) * right) * (1 - below) +
    (at(0, 1) * (1 - right) + at(1, 1) * right) * below
  )
}

/** Each cell with a half of its neighbours: no two hands write on the same grid. */
function blurred(cells: Float32Array): Float32Array {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= SHAPE.columns || y >= SHAPE.rows
      ? 0
      : (cells[y * SHAPE.columns + x] ?? 0)
  return cells.map((own, index) => {
    const [x, y] = [index % SHAPE.columns, Math.floor(index / SHAPE.columns)]
    return own + (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) / 2
  })
}

function normalised(cells: Float32Array): Float32Array {
  const size = Math.sqrt(cells.reduce((sum, value) => sum + value * value, 0))
  return size === 0 ? cells : cells.map((value) => value / size)
}

function closest<Group extends { shape: Shape }>(
  shape: Shape,
  groups: readonly Group[],
): Group | null {
  let best: Group | null = null
  let most = LEAST_COSINE
  for (const group of groups) {
    const { cells, length } = group.shape
    if (length === 0 || shape.length === 0) {
      if (length === shape.length) return group
      continue
    }
    const [short, long] = [Math.min(length, shape.length), Math.max(length, shape.length)]
    if (long - short > EDGE_CELLS && short / long < LEAST_LENGTH) continue
    let cosine = 0
    for (let index = 0; index < cells.length; index++)
      cosine += (cells[index] ?? 0) * (shape.cells[index] ?? 0)
    if (cosine >= most) {
      most = cosine
      best = group
    }
  }
  return best
}
