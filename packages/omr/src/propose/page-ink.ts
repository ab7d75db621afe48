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
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / white.tile) * white.columns
    // Tile by tile: what the paper is like is looked up once for each.
    for (let left = 0, column = row; left < width; left += white.tile, column++) {
      const limit = white.level[column]! * inkRatio
      const end = y * width + Math.min(width, left + white.tile)
      for (let at = y * width + left; at < end; at++)
        mask[at] = strokes.data[at]! >= least || page.data[at]! < limit ? 0 : 255
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

/** Brightest of a square window, in rows and then in columns; running maxima by blocks (van Herk). */
function brightest(source: Uint8Array, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(source.length)
  const out = new Uint8Array(source.length)
  for (let y = 0; y < height; y++) brightestInLine(source, rows, y * width, width, 1)
  for (let x = 0; x < width; x++) brightestInLine(rows, out, x, height, width)
  return out
}

const ahead = new Uint8Array(20_000)
const back = new Uint8Array(20_000)

function brightestInLine(
  from: Uint8Array,
  to: Uint8Array,
  base: number,
  count: number,
  step: number,
): void {
  const half = strokeWindow >> 1
  for (let i = 0, at = base; i < count; i++, at += step) {
    const value = from[at]!
    ahead[i] = i % strokeWindow === 0 || value > ahead[i - 1]! ? value : ahead[i - 1]!
  }
  for (let i = count - 1, at = base + i * step; i >= 0; i--, at -= step) {
    const value = from[at]!
    const isEnd = i === count - 1 || (i + 1) % strokeWindow === 0
    back[i] = isEnd || value > back[i + 1]! ? value : back[i + 1]!
  }
  for (let i = 0, at = base; i < count; i++, at += step) {
    const first = back[Math.max(0, i - half)]!
    const last = ahead[Math.min(count - 1, i + half)]!
    to[at] = first > last ? first : last
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
