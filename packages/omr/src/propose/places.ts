import type { Gray } from '../kernels/gray.ts'
import { paperAt } from '../kernels/white-map.ts'
import type { Lattice } from './lattice.ts'
import { middle } from './middle.ts'
import type { PageInk } from './page-ink.ts'
import type { Shape } from './shapes.ts'

/** A place of a lattice at which a bubble is printed; centre, pixels of the working page. */
export interface Place {
  x: number
  y: number
  isFilled: boolean
  /** Was a closed line of the bubbles' size seen here? Letters and digits have none. */
  isClosed: boolean
  /** How alike it is to the other bubbles of the lattice, -1 to 1; 1 for filled ones. */
  likeness: number
}

export type Places = (Place | null)[][]

/** A lattice's places with what was learnt about its bubbles. */
interface SeenPlaces {
  places: Places
  size: Size
  /** The mean of empty bubbles; null where all are filled. */
  mean: Patch | null
}

export interface Size {
  width: number
  height: number
}

/** Sizes of bubbles of one grid differ from the usual one by less; a filled one may be larger. */
const sizeTolerance = 1.22
const filledTolerance = 1.6
/** A filled bubble is dark over so much of its middle. */
const leastFilled = 0.72
const darkRatio = 0.66
/** Bubbles resemble their mean by more; letters and digits beside them do not. */
const leastLikeness = 0.4
/** How far a bubble may lie from where its neighbours let expect it, pixels. */
const reach = 3
/** So many bubbles make a good mean. */
const enough = 80

/**
 * Looks at every place of a lattice whether a bubble like the others is printed there: shapes alone miss
 * those whose outline touches a letter, a line or the pen.
 *
 * @returns null when the lattice has no usual size, as text has none
 */
export function placesOf(lattice: Lattice, ink: PageInk): SeenPlaces | null {
  const size = usualSize(lattice.cells.flat())
  if (!size) return null
  const sure = lattice.cells.map((row) =>
    row.map((shape) => (shape && isOfSize(shape, size) ? shape : null)),
  )
  const empty = sure.flat().filter((s) => s !== null && s.kind !== 'filled')
  const mean = meanPatch(ink.strokes, empty as Shape[], size)
  const columns = lattice.cells[0]!.map((_, i) => sure.map((row) => row[i]!))
  const places = sure.map((row, j) =>
    row.map((shape, i) => {
      const x = shape?.x ?? alongLine(columns[i]!, j, 'x')
      const y = shape?.y ?? alongLine(row, i, 'y')
      if (x === null || y === null) return null
      const seen = placeAt(ink, mean, size, x, y)
      return seen && { ...seen, isClosed: shape?.kind === 'outline' }
    }),
  )
  fillBetween(places)
  return { places, size, mean }
}

/**
 * What lies evenly between two bubbles of its row or column is one, whatever was written over it; but not a
 * whole line of such places: that is a margin, or the numbers beside the bubbles.
 */
function fillBetween(places: Places): void {
  const seen = places.map((row) => [...row])
  const columns = seen[0]!.map((_, i) => seen.map((row) => row[i]!))
  seen.forEach((row, j) =>
    row.forEach((place, i) => {
      if (place) return
      const column = columns[i]!
      const pairs = [
        isPartOfGrid(row) && [column[j - 1], column[j + 1]],
        isPartOfGrid(column) && [row[i - 1], row[i + 1]],
      ]
      const pair = pairs.find((ends) => ends && ends[0] && ends[1])
      if (!pair) return
      const [a, b] = pair as [Place, Place]
      places[j]![i] = between(a, b)
    }),
  )
}

export const between = (a: Place, b: Place): Place => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  isFilled: false,
  isClosed: false,
  likeness: 0,
})

const shortLine = 3
const isPartOfGrid = (line: readonly (Place | null)[]) =>
  line.length <= shortLine || line.filter(Boolean).length >= 0.4 * line.length

type Sight = Omit<Place, 'isClosed'>

export function placeAt(
  ink: PageInk,
  mean: Patch | null,
  size: Size,
  x: number,
  y: number,
): Sight | null {
  if (darkShare(ink, x, y, size) >= leastFilled) return { x, y, isFilled: true, likeness: 1 }
  if (!mean) return null
  let best = { likeness: -1, x, y }
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const likeness = correlate(ink.strokes, mean, x + dx, y + dy)
      if (likeness > best.likeness) best = { likeness, x: x + dx, y: y + dy }
    }
  }
  return best.likeness >= leastLikeness ? { ...best, isFilled: false } : null
}

/** How dark the strokes of a place are on the whole, grey levels. */
export function strokesIn({ strokes }: PageInk, x: number, y: number, size: Size): number {
  const values = cut(strokes, x, y, Math.round(size.width), Math.round(size.height))
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Share of a bubble's middle that is as dark as ink, 0 to 1. */
function darkShare({ page, white }: PageInk, x: number, y: number, size: Size): number {
  const halfX = Math.max(2, Math.round(size.width * 0.32))
  const halfY = Math.max(2, Math.round(size.height * 0.32))
  const limit = paperAt(white, x, y) * darkRatio
  let dark = 0
  let all = 0
  for (let py = Math.round(y) - halfY; py <= Math.round(y) + halfY; py++) {
    for (let px = Math.round(x) - halfX; px <= Math.round(x) + halfX; px++) {
      if (px < 0 || py < 0 || px >= page.width || py >= page.height) continue
      all++
      if (page.data[py * page.width + px]! < limit) dark++
    }
  }
  return all === 0 ? 0 : dark / all
}

/** The size that most outlines have; of other shapes where there are none. */
function usualSize(shapes: readonly (Shape | null)[]): Size | null {
  const found = shapes.filter((s) => s !== null)
  const outlines = found.filter((s) => s.kind === 'outline')
  const known = outlines.length >= 0.2 * found.length ? outlines : found
  let best = { count: 0, width: 0, height: 0 }
  for (const { width, height } of known) {
    const alike = known.filter((s) => isNear(s.width, width, 1.1) && isNear(s.height, height, 1.1))
    if (alike.length <= best.count) continue
    best = {
      count: alike.length,
      width: middle(alike.map((s) => s.width)),
      height: middle(alike.map((s) => s.height)),
    }
  }
  return best.count >= 4 && best.count >= 0.3 * known.length ? best : null
}

function isOfSize(shape: Shape, size: Size): boolean {
  const tolerance = shape.kind === 'filled' ? filledTolerance : sizeTolerance
  return isNear(shape.width, size.width, tolerance) && isNear(shape.height, size.height, tolerance)
}

const isNear = (a: number, b: number, times: number) => a < b * times && b < a * times

/** Where a line of shapes would be at an index, from the nearest that are known; null where too few are. */
function alongLine(line: readonly (Shape | null)[], at: number, axis: 'x' | 'y'): number | null {
  const known = line
    .flatMap((shape, index) => (shape ? [{ index, value: shape[axis] }] : []))
    .sort((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at))
    .slice(0, 4)
  if (known.length < 2) return null
  const n = known.length
  const mean = known.reduce((sum, k) => sum + k.index, 0) / n
  const value = known.reduce((sum, k) => sum + k.value, 0) / n
  const spread = known.reduce((sum, k) => sum + (k.index - mean) ** 2, 0)
  const slope = known.reduce((sum, k) => sum + (k.index - mean) * (k.value - value), 0) / spread
  return value + slope * (at - mean)
}

/** A small picture around a bubble, its mean taken off, of length 1. */
export interface Patch {
  values: Float32Array
  width: number
  height: number
}

function meanPatch(strokes: Gray, shapes: readonly Shape[], size: Size): Patch | null {
  const width = Math.round(size.width) + 4
  const height = Math.round(size.height) + 4
  const values = new Float32Array(width * height)
  for (const { x, y } of shapes.slice(0, enough)) {
    const patch = cut(strokes, x, y, width, height)
    for (let i = 0; i < values.length; i++) values[i] = values[i]! + patch[i]!
  }
  return normalise(values) > 0 ? { values, width, height } : null
}

/**
 * Likeness of the page around a point and a patch, -1 to 1. In one pass and without a copy: it is asked for
 * at 49 points around every place of every lattice.
 */
function correlate({ data, width, height }: Gray, patch: Patch, x: number, y: number): number {
  const { left, top } = cornerOf(x, y, patch.width, patch.height)
  const [firstX, endX] = [Math.max(0, -left), Math.min(patch.width, width - left)]
  const [firstY, endY] = [Math.max(0, -top), Math.min(patch.height, height - top)]
  let sum = 0
  let squares = 0
  let product = 0
  for (let j = firstY; j < endY; j++) {
    const row = (top + j) * width + left
    const patchRow = j * patch.width
    for (let i = firstX; i < endX; i++) {
      const value = data[row + i]!
      sum += value
      squares += value * value
      product += value * patch.values[patchRow + i]!
    }
  }
  const spread = squares - (sum * sum) / patch.values.length
  // The patch's mean is nothing, so that of the page needs no taking off.
  return spread > 0 ? product / Math.sqrt(spread) : 0
}

/** The strokes around a point. */
export function cut(strokes: Gray, x: number, y: number, width: number, height: number) {
  const { left, top } = cornerOf(x, y, width, height)
  const values = new Float32Array(width * height)
  for (let j = 0; j < height; j++) {
    const py = top + j
    if (py < 0 || py >= strokes.height) continue
    for (let i = 0; i < width; i++) {
      const px = left + i
      if (px >= 0 && px < strokes.width)
        values[j * width + i] = strokes.data[py * strokes.width + px]!
    }
  }
  return values
}

/** Where a window around a point begins. */
const cornerOf = (x: number, y: number, width: number, height: number) => ({
  left: Math.round(x - (width - 1) / 2),
  top: Math.round(y - (height - 1) / 2),
})

/** Takes the mean off and scales to length 1; the length there was before. */
export function normalise(values: Float32Array): number {
  let mean = 0
  for (const value of values) mean += value
  mean /= values.length
  let square = 0
  for (let i = 0; i < values.length; i++) {
    values[i] = values[i]! - mean
    square += values[i]! ** 2
  }
  const length = Math.sqrt(square)
  if (length > 0) for (let i = 0; i < values.length; i++) values[i] = values[i]! / length
  return length
}
