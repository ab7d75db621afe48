import type { Gray } from './gray.ts'
import { heldPage } from './page-memory.ts'

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
  tones: PageTones
}

/** Shares of a page's pixels by their tone, its edges left out. */
export interface PageTones {
  /** Of the pixels on paper those darker than 0.7 of it, and than 0.9 of it. */
  dark: number
  pale: number
  /** Of all pixels those of grey 0 or 1, below 40, below 215, and from 254 on. */
  drowned: number
  black: number
  belowBright: number
  burnt: number
}

/** Rows of a tile that are looked at, about; more only cost time. */
const rowsPerTile = 4
/** Rows looked at for the ink: one in so many; odd, or a dithered scan would be seen in one phase. */
const inkStride = 27
const bins = 64
/** A count for each grey on each level of paper, and a byte a level. */
const greysBytes = 256 * 1024 + 256
/** The darkest so many of the pixels on paper say how black the print is on this scan. */
const inkPixels = 0.003
/** Fixed: a blank page has no print to set a scale by. */
const darkShare = 0.7
const paleShare = 0.9
/** Darker tiles than this share of the page's paper are background. */
const leastPaper = 0.5

/**
 * Estimates the local paper white of a page.
 *
 * A tile's paper is the 75th percentile of its pixels, then the brightest of the 3 x 3 neighbours (a tile
 * may lie inside a printed mark), then their mean, so that tile borders leave no steps.
 *
 * @param gray at least 16 pixels wide
 */
export function makeWhiteMap(gray: Gray): WhiteMap {
  const { width, height } = gray
  const { memory, at: page } = heldPage(gray)
  const { kernels, work } = memory
  const tile = Math.min(64, Math.max(12, Math.round(Math.min(width, height) / 56)))
  const columns = Math.max(1, Math.ceil(width / tile))
  const rows = Math.max(1, Math.ceil(height / tile))
  const tiles = columns * rows
  const levels = work
  const spare = (levels + tiles + 7) & ~7
  const counts = (spare + tiles + 7) & ~7
  // What the counting of tones needs lies behind the rest.
  if (counts + 1024 + greysBytes > memory.workEnd)
    throw new RangeError('picture too long and thin for a white map')

  const stride = Math.round(tile / rowsPerTile) | 1
  kernels.tileLevels(page, width, height, tile, columns, rows, stride, levels)
  const paper = kernels.smoothLevels(levels, spare, columns, rows, counts)

  const border = columns > 4 && rows > 4 ? 1 : 0
  const least = Math.ceil(paper * leastPaper)
  const count = (most: number) => {
    kernels.countTones(
      page,
      width,
      height,
      tile,
      columns,
      rows,
      inkStride,
      levels,
      least,
      most,
      paleShare,
      border,
      counts + 1024,
      spare,
    )
    return memory.ints.subarray(spare >> 2, (spare >> 2) + bins + 8)
  }
  let found = count(darkShare)
  const tones = tonesOf(found)
  // On a faint scan not even the print is that dark: look at every pixel.
  if (tones.dark <= inkPixels) found = count(2)
  return {
    tile,
    columns,
    rows,
    level: memory.bytes.slice(levels, levels + tiles),
    paper,
    inkShare: inkShareOf(found, found[bins]!),
    tones,
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

function tonesOf(counts: Int32Array): PageTones {
  const onPaper = Math.max(1, counts[bins]!)
  const all = Math.max(1, counts[bins + 3]!)
  return {
    dark: counts[bins + 1]! / onPaper,
    pale: counts[bins + 2]! / onPaper,
    drowned: counts[bins + 4]! / all,
    black: counts[bins + 5]! / all,
    belowBright: counts[bins + 6]! / all,
    burnt: counts[bins + 7]! / all,
  }
}

function inkShareOf(histogram: Int32Array, looked: number): number {
  let left = looked * inkPixels
  for (let bin = 0; bin < bins; bin++) {
    left -= histogram[bin]!
    if (left < 0) return bin / (bins - 1)
  }
  return 1
}
