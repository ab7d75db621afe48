import type { Gray } from './gray.ts'

/** How bright the bare paper is, tile by tile, so that shadow and paper tone do not count as ink. */
export interface WhiteMap {
  /** Edge of a tile in pixels. */
  tile: number
  columns: number
  rows: number
  /** Grey of the paper in each tile, row by row. */
  level: Uint8Array
  /** Paper of the page as a whole. */
  paper: number
  /** Darkest ink seen, as a share of the local paper, 0 black to 1 as bright as paper. */
  inkShare: number
}

/** Pixels looked at: one in so many of each direction; odd, or a dithered scan would be seen in one phase. */
const stride = 5
const bins = 64

/**
 * Estimates the local paper white of a page.
 *
 * A tile's paper is the 75th percentile of its pixels, then the brightest of the 3 x 3 neighbours (a tile
 * may lie inside a printed mark), then their mean, so that tile borders leave no steps.
 */
export function makeWhiteMap(gray: Gray): WhiteMap {
  const { data, width, height } = gray
  const tile = Math.min(64, Math.max(12, Math.round(Math.min(width, height) / 56)))
  const columns = Math.max(1, Math.ceil(width / tile))
  const rows = Math.max(1, Math.ceil(height / tile))
  const raw = new Uint8Array(columns * rows)
  const histogram = new Uint32Array(bins)

  for (let row = 0; row < rows; row++) {
    const bottom = Math.min(height, (row + 1) * tile)
    for (let column = 0; column < columns; column++) {
      const right = Math.min(width, (column + 1) * tile)
      histogram.fill(0)
      let count = 0
      for (let y = row * tile + (stride >> 1); y < bottom; y += stride) {
        const line = y * width
        for (let x = column * tile + (stride >> 1); x < right; x += stride) {
          histogram[data[line + x]! >> 2]!++
          count++
        }
      }
      raw[row * columns + column] = percentile(histogram, count, 0.75)
    }
  }
  const level = smooth(brightest(raw, columns, rows), columns, rows)
  const paper = paperOfPage(level)
  return {
    tile,
    columns,
    rows,
    level,
    paper,
    inkShare: inkShareOf(gray, level, tile, columns, paper),
  }
}

/** Paper brightness at a pixel, interpolated between tile centres. */
export function paperAt(map: WhiteMap, x: number, y: number): number {
  const { tile, columns, rows, level } = map
  const u = Math.min(columns - 1, Math.max(0, x / tile - 0.5))
  const v = Math.min(rows - 1, Math.max(0, y / tile - 0.5))
  const column = Math.min(columns - 1, Math.floor(u))
  const row = Math.min(rows - 1, Math.floor(v))
  const right = Math.min(columns - 1, column + 1)
  const below = Math.min(rows - 1, row + 1)
  const fu = u - column
  const fv = v - row
  const top = level[row * columns + column]! * (1 - fu) + level[row * columns + right]! * fu
  const bottom = level[below * columns + column]! * (1 - fu) + level[below * columns + right]! * fu
  return top * (1 - fv) + bottom * fv
}

function percentile(histogram: Uint32Array, count: number, share: number): number {
  if (count === 0) return 255
  let left = count * (1 - share)
  for (let bin = bins - 1; bin >= 0; bin--) {
    left -= histogram[bin]!
    if (left <= 0) return Math.min(255, bin * 4 + 2)
  }
  return 2
}

function brightest(raw: Uint8Array, columns: number, rows: number): Uint8Array {
  return mapNeighbours(raw, columns, rows, (values, n) => {
    let best = 0
    for (let i = 0; i < n; i++) if (values[i]! > best) best = values[i]!
    return best
  })
}

function smooth(raw: Uint8Array, columns: number, rows: number): Uint8Array {
  return mapNeighbours(raw, columns, rows, (values, n) => {
    let sum = 0
    for (let i = 0; i < n; i++) sum += values[i]!
    return sum / n
  })
}

function mapNeighbours(
  raw: Uint8Array,
  columns: number,
  rows: number,
  combine: (values: Uint8Array, count: number) => number,
): Uint8Array {
  const out = new Uint8Array(raw.length)
  const values = new Uint8Array(9)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let n = 0
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          values[n++] = raw[y * columns + x]!
        }
      }
      out[row * columns + column] = combine(values, n)
    }
  }
  return out
}

/** The 90th percentile of the tiles: on a photograph most of the picture may be a dark table. */
function paperOfPage(level: Uint8Array): number {
  const sorted = Uint8Array.from(level).sort()
  return sorted[Math.floor(sorted.length * 0.9)] ?? 255
}

/** The darkest 0.3 % of the pixels on paper say how black the print is on this scan. */
function inkShareOf(
  gray: Gray,
  level: Uint8Array,
  tile: number,
  columns: number,
  paper: number,
): number {
  const { data, width, height } = gray
  const histogram = new Uint32Array(bins)
  let count = 0
  const step = stride + 2
  for (let y = step; y < height; y += step) {
    const tileRow = Math.floor(y / tile) * columns
    for (let x = step; x < width; x += step) {
      const white = level[tileRow + Math.floor(x / tile)]!
      if (white < paper * 0.5) continue
      const share = (data[y * width + x]! * (bins - 1)) / white
      histogram[share >= bins ? bins - 1 : share | 0]!++
      count++
    }
  }
  let left = count * 0.003
  for (let bin = 0; bin < bins; bin++) {
    left -= histogram[bin]!
    if (left < 0) return bin / (bins - 1)
  }
  return 1
}
