import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'

export interface Point {
  x: number
  y: number
}

interface Line {
  /** Unit normal and offset: nx x + ny y = d. */
  nx: number
  ny: number
  d: number
}

/** The longer edge of the small picture in which the paper is looked for. */
const smallEdge = 320

/**
 * Finds the paper on a darker background: top left, top right, bottom right, bottom left as they lie
 * in the picture; null when there is no such contrast or the area has no four straight sides.
 */
export function findPaper(gray: Gray, white: WhiteMap): [Point, Point, Point, Point] | null {
  const small = shrink(gray)
  const threshold = backgroundThreshold(small.data, white.paper)
  if (threshold === null) return null
  const area = largestBright(small, threshold)
  if (!area || area.size < small.data.length * 0.06) return null
  const sides = outlineSides(area, small.width, small.height)
  const lines = sides.map((side) => fitLine(side, 1.2))
  if (lines.some((line) => line === null)) return null
  const exact = (lines as Line[]).map((line) => sharpen(gray, line, small.factor, threshold))
  const [left, right, top, bottom] = exact as [Line, Line, Line, Line]
  const quad = [cross(left, top), cross(right, top), cross(right, bottom), cross(left, bottom)]
  if (quad.some((point) => point === null)) return null
  return isPlausible(quad as Point[], gray) ? (quad as [Point, Point, Point, Point]) : null
}

interface Small extends Gray {
  factor: number
}

function shrink(gray: Gray): Small {
  const factor = Math.max(1, Math.max(gray.width, gray.height) / smallEdge)
  const width = Math.floor(gray.width / factor)
  const height = Math.floor(gray.height / factor)
  const data = new Uint8Array(width * height)
  const reach = Math.max(1, Math.floor(factor / 4))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cx = Math.floor((x + 0.5) * factor)
      const cy = Math.floor((y + 0.5) * factor)
      let sum = 0
      let n = 0
      for (let dy = -reach; dy <= reach; dy += reach) {
        for (let dx = -reach; dx <= reach; dx += reach) {
          const px = Math.min(gray.width - 1, Math.max(0, cx + dx))
          const py = Math.min(gray.height - 1, Math.max(0, cy + dy))
          sum += gray.data[py * gray.width + px]!
          n++
        }
      }
      data[y * width + x] = sum / n
    }
  }
  return { data, width, height, factor }
}

/** Otsu's level, if it separates a background at least a quarter darker than the paper. */
function backgroundThreshold(data: Uint8Array, paper: number): number | null {
  const histogram = new Float64Array(256)
  for (const value of data) histogram[value]!++
  const total = data.length
  const sumAll = histogram.reduce((sum, n, value) => sum + n * value, 0)
  let count = 0
  let sum = 0
  let best = { value: 0, score: -1, dark: 0, bright: 0 }
  for (let value = 0; value < 255; value++) {
    count += histogram[value]!
    sum += histogram[value]! * value
    if (count === 0 || count === total) continue
    const dark = sum / count
    const bright = (sumAll - sum) / (total - count)
    const score = count * (total - count) * (bright - dark) ** 2
    if (score > best.score) best = { value, score, dark, bright }
  }
  return best.dark < paper * 0.75 ? (best.dark + best.bright) / 2 : null
}

interface BrightArea {
  size: number
  /** 1 where the pixel belongs to the area. */
  mask: Uint8Array
}

function largestBright(small: Small, threshold: number): BrightArea | null {
  const { data, width, height } = small
  const label = new Int32Array(data.length)
  const stack = new Int32Array(data.length)
  let labels = 0
  let best = { label: 0, size: 0 }
  for (let start = 0; start < data.length; start++) {
    if (label[start] || data[start]! < threshold) continue
    labels++
    let size = 0
    let top = 0
    const visit = (at: number) => {
      if (label[at] || data[at]! < threshold) return
      label[at] = labels
      stack[top++] = at
    }
    visit(start)
    while (top > 0) {
      const at = stack[--top]!
      size++
      const x = at % width
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at < width * (height - 1)) visit(at + width)
    }
    if (size > best.size) best = { label: labels, size }
  }
  if (best.size === 0) return null
  return {
    size: best.size,
    mask: Uint8Array.from(label, (value) => (value === best.label ? 1 : 0)),
  }
}

/** First and last pixel of the area in every row and column: left, right, top, bottom. */
function outlineSides(area: BrightArea, width: number, height: number): Point[][] {
  const left: Point[] = []
  const right: Point[] = []
  const top: Point[] = []
  const bottom: Point[] = []
  for (let y = 0; y < height; y++) {
    const row = area.mask.subarray(y * width, (y + 1) * width)
    const first = row.indexOf(1)
    if (first < 0) continue
    left.push({ x: first, y: y + 0.5 })
    right.push({ x: row.lastIndexOf(1) + 1, y: y + 0.5 })
  }
  for (let x = 0; x < width; x++) {
    let first = -1
    let last = -1
    for (let y = 0; y < height; y++) {
      if (!area.mask[y * width + x]) continue
      if (first < 0) first = y
      last = y
    }
    if (first < 0) continue
    top.push({ x: x + 0.5, y: first })
    bottom.push({ x: x + 0.5, y: last + 1 })
  }
  return [left, right, top, bottom]
}

/** The line on which most points lie (every pair of a spread sample is tried), then least squares. */
function fitLine(points: readonly Point[], tolerance: number): Line | null {
  if (points.length < 8) return null
  const sample = spread(points, 36)
  let best: { line: Line; count: number } | null = null
  for (let i = 0; i < sample.length; i++) {
    for (let j = i + 4; j < sample.length; j++) {
      const line = lineThrough(sample[i]!, sample[j]!)
      const count = sample.filter((p) => offLine(line, p) < tolerance).length
      if (!best || count > best.count) best = { line, count }
    }
  }
  if (!best || best.count < sample.length * 0.4) return null
  const { line } = best
  return leastSquares(points.filter((p) => offLine(line, p) < tolerance)) ?? line
}

function leastSquares(points: readonly Point[]): Line | null {
  const n = points.length
  if (n < 3) return null
  const x = points.reduce((sum, p) => sum + p.x, 0) / n
  const y = points.reduce((sum, p) => sum + p.y, 0) / n
  let xx = 0
  let yy = 0
  let xy = 0
  for (const p of points) {
    xx += (p.x - x) ** 2
    yy += (p.y - y) ** 2
    xy += (p.x - x) * (p.y - y)
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy)
  const nx = -Math.sin(angle)
  const ny = Math.cos(angle)
  return { nx, ny, d: nx * x + ny * y }
}

/** Finds the edge in the full picture along the line's normal, and fits again. */
function sharpen(gray: Gray, coarse: Line, factor: number, threshold: number): Line {
  const line = { ...coarse, d: coarse.d * factor }
  const reach = Math.ceil(factor * 2.5)
  const points: Point[] = []
  const isFlat = Math.abs(line.ny) > Math.abs(line.nx)
  const length = isFlat ? gray.width : gray.height
  for (let i = 1; i < 160; i++) {
    const along = (length * i) / 160
    const x = isFlat ? along : (line.d - line.ny * along) / line.nx
    const y = isFlat ? (line.d - line.nx * along) / line.ny : along
    let bestStep = 0
    let at: Point | null = null
    for (let k = -reach; k < reach; k++) {
      const a = pixel(gray, x + line.nx * k, y + line.ny * k)
      const b = pixel(gray, x + line.nx * (k + 1), y + line.ny * (k + 1))
      if (a < 0 || b < 0 || a >= threshold === b >= threshold) continue
      const step = Math.abs(b - a)
      if (step <= bestStep) continue
      bestStep = step
      const part = (threshold - a) / (b - a)
      at = { x: x + line.nx * (k + part), y: y + line.ny * (k + part) }
    }
    if (at) points.push(at)
  }
  return fitLine(points, Math.max(1, factor * 0.35)) ?? line
}

function pixel(gray: Gray, x: number, y: number): number {
  const px = Math.round(x)
  const py = Math.round(y)
  if (px < 0 || py < 0 || px >= gray.width || py >= gray.height) return -1
  return gray.data[py * gray.width + px]!
}

function lineThrough(a: Point, b: Point): Line {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  const nx = -(b.y - a.y) / length
  const ny = (b.x - a.x) / length
  return { nx, ny, d: nx * a.x + ny * a.y }
}

const offLine = (line: Line, p: Point) => Math.abs(line.nx * p.x + line.ny * p.y - line.d)

function cross(a: Line, b: Line): Point | null {
  const det = a.nx * b.ny - a.ny * b.nx
  if (Math.abs(det) < 0.2) return null
  return { x: (a.d * b.ny - b.d * a.ny) / det, y: (a.nx * b.d - b.nx * a.d) / det }
}

function spread<T>(list: readonly T[], count: number): T[] {
  const step = Math.max(1, (list.length - 1) / (count - 1))
  const out: T[] = []
  for (let at = 0; at < list.length; at += step) out.push(list[Math.round(at)]!)
  return out
}

/** Opposite sides of a sheet seen by a camera differ by less than a third. */
function isPlausible(quad: Point[], gray: Gray): boolean {
  const side = (i: number) => {
    const a = quad[i]!
    const b = quad[(i + 1) % 4]!
    return Math.hypot(a.x - b.x, a.y - b.y)
  }
  const [top, right, bottom, left] = [side(0), side(1), side(2), side(3)]
  const even = (a: number, b: number) => Math.max(a / b, b / a) < 1.35
  const margin = 0.05 * Math.max(gray.width, gray.height)
  const inside = quad.every(
    (p) =>
      p.x > -margin && p.y > -margin && p.x < gray.width + margin && p.y < gray.height + margin,
  )
  return even(top, bottom) && even(left, right) && inside
}
