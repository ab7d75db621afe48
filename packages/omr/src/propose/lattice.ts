import type { Shape } from './shapes.ts'
import { ShapeIndex } from './shapes.ts'

/** Shapes that follow one another at even distances in two directions. */
export interface Lattice {
  /** By row and column; null where nothing was found at a place of the lattice. */
  cells: (Shape | null)[][]
}

interface Vector {
  x: number
  y: number
}

interface Node extends Vector {
  i: number
  j: number
  shape: Shape
}

/** Neighbours lie at most so many of their own widths or heights apart. */
const mostSteps = 6.5
/** How far a shape may lie beside its place, as a share of the pitch and of its own size. */
const pitchTolerance = 0.24
const sizeTolerance = 0.5
/** Shapes of one grid differ in size by less: a filled one is larger, a letter thinner. */
const sizeRatio = 1.65
/** A box filled by the pen is so much higher than the letter that stood in it. */
const freeRatio = 3.4

/** Fewer shapes, or more places without one, are chance. */
const leastNodes = 6
const leastShare = 0.45

/**
 * Finds lattices: four shapes at the corners of a parallelogram begin one, and it grows while shapes lie
 * where the last ones let expect them, so that a bent page does not break it.
 *
 * @param freeSize do sizes differ widely, as those of letters do?
 */
export function findLattices(shapes: readonly Shape[], freeSize = false): Lattice[] {
  const index = new ShapeIndex(shapes)
  const used = new Set<Shape>()
  const lattices: Lattice[] = []
  for (const seed of seedsOf(index, freeSize)) {
    if (seed.some((shape) => used.has(shape))) continue
    const nodes = grow(index, seed, used, freeSize)
    const cells = cellsOf(nodes)
    if (nodes.length < leastNodes || nodes.length < leastShare * cells.length * cells[0]!.length)
      continue
    for (const node of nodes) used.add(node.shape)
    lattices.push({ cells })
  }
  return lattices
}

type Seed = [Shape, Shape, Shape, Shape]

/** Parallelograms of four shapes, the smallest first. */
function seedsOf(index: ShapeIndex, freeSize: boolean): Seed[] {
  const seeds: { seed: Seed; area: number }[] = []
  for (const shape of index.all) {
    const right = beside(index, shape, 'x', freeSize)
    const below = beside(index, shape, 'y', freeSize)
    for (const r of right) {
      for (const d of below) {
        const at = { x: r.x + d.x - shape.x, y: r.y + d.y - shape.y }
        const tolerance = 0.2 * Math.min(r.x - shape.x, d.y - shape.y)
        const last = index
          .near(at.x, at.y, tolerance, tolerance)
          .find((other) => isAlike(shape, other, freeSize))
        if (!last) continue
        seeds.push({ seed: [shape, r, d, last], area: (r.x - shape.x) * (d.y - shape.y) })
      }
    }
  }
  seeds.sort((a, b) => a.area - b.area)
  return seeds.map(({ seed }) => seed)
}

/** The next two shapes to the right, or below. */
function beside(index: ShapeIndex, shape: Shape, axis: 'x' | 'y', freeSize: boolean): Shape[] {
  const { x, y } = shape
  const size = axis === 'x' ? shape.width : shape.height
  const reach = Math.max(size, freeSize ? 24 : 0) * mostSteps
  const across = 0.3 * (axis === 'x' ? shape.height : shape.width)
  const middle = axis === 'x' ? { x: x + reach / 2, y } : { x, y: y + reach / 2 }
  const window = axis === 'x' ? ([reach / 2, across] as const) : ([across, reach / 2] as const)
  return index
    .near(middle.x, middle.y, ...window)
    .filter((other) => other[axis] - shape[axis] > 0.8 * size && isAlike(shape, other, freeSize))
    .sort((a, b) => a[axis] - b[axis])
    .slice(0, 2)
}

function isAlike(a: Shape, b: Shape, freeSize: boolean): boolean {
  if (freeSize) return ratio(a.height, b.height) < freeRatio
  return ratio(a.width, b.width) < sizeRatio && ratio(a.height, b.height) < sizeRatio
}

const ratio = (a: number, b: number) => Math.max(a / b, b / a)

const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

function grow(index: ShapeIndex, seed: Seed, used: Set<Shape>, freeSize: boolean): Node[] {
  const [first, right, below] = seed
  const u: Vector = { x: right.x - first.x, y: right.y - first.y }
  const v: Vector = { x: below.x - first.x, y: below.y - first.y }
  const nodes = new Map<string, Node>()
  const taken = new Set<Shape>()
  const queue: Node[] = []
  const put = (i: number, j: number, shape: Shape) => {
    const node = { i, j, x: shape.x, y: shape.y, shape }
    nodes.set(`${i} ${j}`, node)
    taken.add(shape)
    queue.push(node)
  }
  put(0, 0, seed[0])
  put(1, 0, seed[1])
  put(0, 1, seed[2])
  put(1, 1, seed[3])
  const at = (i: number, j: number) => nodes.get(`${i} ${j}`)
  const reachX = Math.min(pitchTolerance * u.x, sizeTolerance * Math.max(first.width, 12))
  const reachY = Math.min(pitchTolerance * v.y, sizeTolerance * Math.max(first.height, 12))
  for (let node = queue.shift(); node; node = queue.shift()) {
    for (const [di, dj] of directions) {
      // A gap is bridged where the row or column beside goes on.
      for (const steps of [1, 2]) {
        const [i, j] = [node.i + steps * di, node.j + steps * dj]
        if (at(i, j)) break
        if (steps === 2 && !at(i + dj, j + di) && !at(i - dj, j - di)) break
        const step = stepAt(at, node, di, dj, u, v)
        const x = node.x + steps * step.x
        const y = node.y + steps * step.y
        const found = index
          .near(x, y, reachX, reachY)
          .filter((s) => !used.has(s) && !taken.has(s) && isAlike(first, s, freeSize))
          .sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0]
        if (!found) continue
        put(i, j, found)
        break
      }
    }
  }
  return [...nodes.values()]
}

/** The step from a node onwards, as it is around here. */
function stepAt(
  at: (i: number, j: number) => Node | undefined,
  { i, j, x, y }: Node,
  di: number,
  dj: number,
  u: Vector,
  v: Vector,
): Vector {
  const before = at(i - di, j - dj)
  if (before) return { x: x - before.x, y: y - before.y }
  for (const side of [1, -1]) {
    const a = at(i + side * dj, j + side * di)
    const b = at(i + side * dj + di, j + side * di + dj)
    if (a && b) return { x: b.x - a.x, y: b.y - a.y }
  }
  return { x: di * u.x + dj * v.x, y: di * u.y + dj * v.y }
}

function cellsOf(nodes: readonly Node[]): (Shape | null)[][] {
  const left = Math.min(...nodes.map(({ i }) => i))
  const right = Math.max(...nodes.map(({ i }) => i))
  const top = Math.min(...nodes.map(({ j }) => j))
  const bottom = Math.max(...nodes.map(({ j }) => j))
  const cells = Array.from({ length: bottom - top + 1 }, () =>
    Array.from<Shape | null>({ length: right - left + 1 }).fill(null),
  )
  for (const { i, j, shape } of nodes) cells[j - top]![i - left] = shape
  return cells
}
