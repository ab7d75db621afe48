import type { Blob } from '../kernels/components.ts'
import { findBlobs } from '../kernels/components.ts'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { makeWhiteMap } from '../kernels/white-map.ts'

/** Ink of a page in the ways in which print and pen show. */
export interface PageInk {
  page: Gray
  white: WhiteMap
  /** Thin dark strokes, whatever they are printed on: 0 none, 255 black on white. */
  strokes: Gray
  /** Areas darker than any shading, wide or thin. */
  solid: Blob[]
  /** The page by faintness of the lines that count, the boldest first. */
  views: InkView[]
}

export interface InkView {
  /** Dark areas: letters, outlines, lines. */
  dark: Blob[]
  /** Light areas that lines enclose; with gaps of a pixel closed, and as they are. */
  light: Blob[]
}

/** Strokes wider than this many pixels of the working resolution are areas, 1.1 mm. */
const strokeWindow = 9
/** Darker than this share of the paper is ink, not shading. */
const inkRatio = 0.62
const leastAreaPx = 6

/** Least darkness of a line over what lies beside it, grey levels: bold print, usual print, hairlines. */
const faintness = [32, 15, 8]

/** Sees a page's ink. */
export function seeInk(page: Gray): PageInk {
  const white = makeWhiteMap(page)
  const strokes = darkStrokes(page)
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height }
  return {
    page,
    white,
    strokes,
    solid: findBlobs(page, white, whole, inkRatio, 1, leastAreaPx),
    views: faintness.map((least) => viewOf(page, strokes, white, least)),
  }
}

function viewOf(page: Gray, strokes: Gray, white: WhiteMap, least: number): InkView {
  const { width, height } = page
  const mask = new Uint8Array(width * height)
  const [pageData, strokeData] = [page.data, strokes.data]
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / white.tile) * white.columns
    // Tile by tile: what the paper is like is looked up once for each.
    for (let left = 0, column = row; left < width; left += white.tile, column++) {
      const limit = white.level[column]! * inkRatio
      const end = y * width + Math.min(width, left + white.tile)
      for (let at = y * width + left; at < end; at++)
        mask[at] = strokeData[at]! < least && pageData[at]! >= limit ? 255 : 0
    }
  }
  const inked = { data: mask, width, height }
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const flat = flatWhite(page)
  const areas = (gray: Gray) => findBlobs(gray, flat, whole, 0.5, 1, 4 * leastAreaPx)
  return {
    dark: findBlobs(inked, flat, whole, 0.5, 1, leastAreaPx),
    light: [...areas(turnedOver(closed(inked))), ...areas(turnedOver(inked))],
  }
}

/** How much darker each pixel is than it would be without strokes: closing minus the page. */
function darkStrokes({ data, width, height }: Gray): Gray {
  const wide = brightest(data, width, height)
  // The darkest of a window is the brightest of the negative.
  const back = brightest(negative(wide), width, height)
  for (let i = 0; i < back.length; i++) back[i] = 255 - back[i]! - data[i]!
  return { data: back, width, height }
}

/**
 * Brightest of a square window. Doubling: the brightest of two pixels, of four, of eight, and with one more of
 * nine; first along the rows, then, with whole rows for pixels, down the columns.
 */
function brightest(source: Uint8Array, width: number, height: number): Uint8Array {
  const half = strokeWindow >> 1
  const rows = new Uint8Array(source.length)
  // A row with its edges repeated, which changes no maximum.
  const line = new Uint8Array(width + 2 * half)
  for (let y = 0; y < height; y++) {
    const base = y * width
    line.set(source.subarray(base, base + width), half)
    line.fill(source[base]!, 0, half)
    line.fill(source[base + width - 1]!, half + width)
    for (const step of doubling) brighterOf(line, step, line.length - step)
    rows.set(line.subarray(0, width), base)
  }
  const tall = new Uint8Array((height + 2 * half) * width)
  tall.set(rows, half * width)
  for (let j = 0; j < half; j++) {
    tall.copyWithin(j * width, half * width, (half + 1) * width)
    const last = (half + height - 1) * width
    tall.copyWithin((half + height + j) * width, last, last + width)
  }
  for (const step of doubling) brighterOf(tall, step * width, tall.length - step * width)
  return tall.subarray(0, source.length)
}

/** Distances at which two maxima make the next larger one: 2, 4, 8 and 9 wide. */
const doubling = [1, 2, 4, 1] as const

/** Each becomes the brighter of itself and of what lies `distance` further on, for the first `count`. */
function brighterOf(values: Uint8Array, distance: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const there = values[i + distance]!
    if (there > values[i]!) values[i] = there
  }
}

/** Lines one pixel wider, so that gaps of a pixel and diagonal steps let nothing through. */
function closed({ data, width, height }: Gray): Gray {
  const out = Uint8Array.from(data)
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      if (data[at - 1] === 0 || data[at + 1] === 0) out[at] = 0
      else if (data[at - width] === 0 || data[at + width] === 0) out[at] = 0
    }
  }
  return { data: out, width, height }
}

const turnedOver = ({ data, width, height }: Gray): Gray => ({
  data: negative(data),
  width,
  height,
})

/** A loop: a function called for each pixel takes ten times as long. */
function negative(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) out[i] = 255 - data[i]!
  return out
}

function flatWhite({ width, height }: Gray): WhiteMap {
  const tile = 64
  const columns = Math.ceil(width / tile)
  const rows = Math.ceil(height / tile)
  return {
    tile,
    columns,
    rows,
    level: new Uint8Array(columns * rows).fill(255),
    paper: 255,
    inkShare: 0,
    tones: { dark: 0, pale: 0, drowned: 0, black: 0, belowBright: 0, burnt: 0 },
  }
}
