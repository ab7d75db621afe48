import type { Blob } from '../kernels/components.ts'
import type { PageInk } from './page-ink.ts'
import { workPxPerMm } from './work-page.ts'

/** Something small on the page that may be a bubble; pixels of the working page. */
export interface Shape {
  x: number
  y: number
  width: number
  height: number
  /**
   * `outline`: the light area within a closed line; `filled`: a dark area; `line`: a line of that extent,
   * closed or not; `sign`: a printed letter or digit.
   */
  kind: 'outline' | 'filled' | 'line' | 'sign'
  /** Share of its box that the shape covers. */
  extent: number
}

/** Bubbles of sheets in use lie between 1.5 and 9 mm. */
const least = 1.5 * workPxPerMm
const most = 9 * workPxPerMm
/** A bubble is at most so much longer than wide. */
const mostAspect = 3.6
/** An outline with its letter inside still leaves this share of its box light. */
const leastOpen = 0.33
const leastFilled = 0.62
const signHeight = { least: 1.1 * workPxPerMm, most: 6.5 * workPxPerMm }
/** A line is about so wide; the light area inside an outline is smaller than the outline by twice as much. */
const linePx = 2

/** Closed outlines and dark areas of the size of bubbles, each place and size once. */
export function bubbleShapes(ink: PageInk): Shape[] {
  const filled = ink.solid
    .filter((b) => isBubbleSized(b))
    .map((b) => shapeOf(b, 'filled'))
    .filter(({ extent }) => extent >= leastFilled)
  const index = new ShapeIndex([])
  for (const { light, dark } of ink.views) {
    const enclosed = light
      .filter((b) => isBubbleSized(b))
      .map((b) => shapeOf(b, 'outline'))
      .filter(({ extent }) => extent >= leastOpen)
    const open = [...enclosed, ...bracketPairs(dark)]
    // An outline is known better by what it encloses than by its own extent.
    const closedLines = new ShapeIndex([...open, ...filled])
    const lines = dark
      .filter((b) => isBubbleSized(b))
      .map((b) => shapeOf(b, 'line'))
      .filter((line) => !isKnown(closedLines, line))
    for (const shape of outermost([...open, ...filled, ...lines])) {
      if (!isKnown(index, shape)) index.add(shape)
    }
  }
  return index.all
}

/** A bracket is so narrow, and its ink lies so far to one side. */
const bracketAspect = 0.6
const bracketLean = 0.06

/** `[` and the `]` that follows it at the same height enclose a bubble as well as a line does. */
function bracketPairs(dark: readonly Blob[]): Shape[] {
  const narrow = dark.filter((b) => {
    const [width, height] = [b.right - b.left, b.bottom - b.top]
    return height >= least && height <= most && width < bracketAspect * height && width > 2
  })
  const lean = (b: Blob) => (b.xPx - (b.left + b.right - 1) / 2) / (b.right - b.left)
  const closing = narrow.filter((b) => lean(b) > bracketLean)
  return narrow
    .filter((b) => lean(b) < -bracketLean)
    .flatMap((b): Shape[] => {
      const height = b.bottom - b.top
      const next = closing
        .filter((other) => {
          const isLevel =
            Math.abs(other.top - b.top) < 0.2 * height &&
            Math.abs(other.bottom - b.bottom) < 0.2 * height
          return isLevel && other.left > b.right && other.right - b.left < mostAspect * height
        })
        .sort((one, other) => one.left - other.left)[0]
      if (!next || next.right - b.left < 0.8 * height) return []
      const width = next.right - b.left
      const middle = { x: (b.left + next.right - 1) / 2, y: (b.top + b.bottom - 1) / 2 }
      return [{ ...middle, width, height, kind: 'outline', extent: 1 }]
    })
}

/** The same shape, as another view showed it. */
const isKnown = (index: ShapeIndex, shape: Shape): boolean =>
  index
    .near(shape.x, shape.y, shape.width * 0.2, shape.height * 0.2)
    .some(
      (other) =>
        ratio(other.width, shape.width) < sameSize && ratio(other.height, shape.height) < sameSize,
    )

const sameSize = 1.25
const ratio = (a: number, b: number) => Math.max(a / b, b / a)

/** Printed letters, digits and dark areas: what shows of bubbles whose outlines are lost. */
export function signShapes(ink: PageInk): Shape[] {
  const signs = ink.views[1]!.dark.filter((b) => {
    const height = b.bottom - b.top
    return height >= signHeight.least && height <= signHeight.most && b.right - b.left <= most
  }).map((b) => shapeOf(b, 'sign'))
  return outermost(signs)
}

function isBubbleSized(blob: Blob): boolean {
  const width = blob.right - blob.left
  const height = blob.bottom - blob.top
  if (blob.cut || Math.min(width, height) < least || Math.max(width, height) > most) return false
  return Math.max(width / height, height / width) <= mostAspect
}

function shapeOf(blob: Blob, kind: Shape['kind']): Shape {
  const width = blob.right - blob.left
  const height = blob.bottom - blob.top
  const line = kind === 'outline' ? 2 * (linePx + 1) : 0
  return {
    x: (blob.left + blob.right - 1) / 2,
    y: (blob.top + blob.bottom - 1) / 2,
    width: width + line,
    height: height + line,
    kind,
    extent: blob.area / (width * height),
  }
}

/** Leaves out what lies inside another: the letter in its outline, the dot in a ring. */
function outermost(shapes: Shape[]): Shape[] {
  const sorted = [...shapes].sort((a, b) => b.width * b.height - a.width * a.height)
  const index = new ShapeIndex([])
  for (const shape of sorted) {
    const around = index.near(shape.x, shape.y, most / 2, most / 2)
    const isInside = around.some(
      (other) =>
        Math.abs(other.x - shape.x) < other.width * 0.4 &&
        Math.abs(other.y - shape.y) < other.height * 0.4,
    )
    if (!isInside) index.add(shape)
  }
  return index.all
}

/** Shapes by place. */
export class ShapeIndex {
  readonly all: Shape[] = []
  private readonly cells = new Map<number, Shape[]>()

  constructor(shapes: readonly Shape[]) {
    for (const shape of shapes) this.add(shape)
  }

  add(shape: Shape): void {
    this.all.push(shape)
    const key = keyOf(Math.floor(shape.x / cell), Math.floor(shape.y / cell))
    const there = this.cells.get(key)
    if (there) there.push(shape)
    else this.cells.set(key, [shape])
  }

  /** Shapes whose centres lie within a box around a point. */
  near(x: number, y: number, reachX: number, reachY: number): Shape[] {
    const found: Shape[] = []
    for (let j = Math.floor((y - reachY) / cell); j <= Math.floor((y + reachY) / cell); j++) {
      for (let i = Math.floor((x - reachX) / cell); i <= Math.floor((x + reachX) / cell); i++) {
        for (const shape of this.cells.get(keyOf(i, j)) ?? []) {
          if (Math.abs(shape.x - x) <= reachX && Math.abs(shape.y - y) <= reachY) found.push(shape)
        }
      }
    }
    return found
  }
}

const cell = 40
const keyOf = (i: number, j: number) => (j + 10) * 100_000 + i + 10
