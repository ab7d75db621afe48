import type { Picture } from '../scan/picture.ts'

/** Every channel that a picture has. */
export const channelsOf = ({ grey, red }: Picture): Uint8Array[] => (red ? [grey, red] : [grey])

/** Replaces every level by that of a table with 256 entries. */
export function mapLevels(picture: Picture, levelOf: (level: number) => number): void {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, level) => Math.round(levelOf(level)))
  for (const channel of channelsOf(picture))
    for (let at = 0; at < channel.length; at++) channel[at] = table[channel[at]!]!
}

const CELL = 32

/**
 * Multiplies the light that falls on a picture.
 *
 * @param lightAt share of the light at a place, given as shares of the picture's width and height; asked
 *   every 32 pixels and drawn straight between
 */
export function shade(picture: Picture, lightAt: (x: number, y: number) => number): void {
  const { widthPx, heightPx } = picture
  const columns = Math.ceil(widthPx / CELL) + 1
  const rows = Math.ceil(heightPx / CELL) + 1
  const light = Int32Array.from({ length: columns * rows }, (_, index) =>
    Math.round(
      65536 *
        lightAt(
          ((index % columns) * CELL) / widthPx,
          (Math.floor(index / columns) * CELL) / heightPx,
        ),
    ),
  )
  const line = new Int32Array(columns)
  for (const channel of channelsOf(picture))
    for (let y = 0; y < heightPx; y++) {
      const above = Math.floor(y / CELL) * columns
      const part = y % CELL
      for (let column = 0; column < columns; column++)
        line[column] =
          (light[above + column]! * (CELL - part) + light[above + columns + column]! * part) / CELL
      for (let column = 0, x = 0; x < widthPx; column++) {
        let share = line[column]!
        const step = (line[column + 1]! - share) / CELL
        const end = Math.min(widthPx, x + CELL)
        for (let at = y * widthPx + x; x < end; x++, at++, share += step) {
          const level = (channel[at]! * share) / 65536
          channel[at] = level > 255 ? 255 : level
        }
      }
    }
}

/** Level that divides a picture's pixels into two classes best (Otsu). */
export function otsuLevel(grey: Uint8Array): number {
  const counts = new Float64Array(256)
  for (let at = 0; at < grey.length; at++) counts[grey[at]!]!++
  let [total, sum] = [0, 0]
  for (let level = 0; level < 256; level++) {
    total += counts[level]!
    sum += level * counts[level]!
  }
  let [below, sumBelow, best, bestLevel] = [0, 0, -1, 128]
  for (let level = 0; level < 255; level++) {
    below += counts[level]!
    sumBelow += level * counts[level]!
    if (below === 0 || below === total) continue
    const gap = sumBelow / below - (sum - sumBelow) / (total - below)
    const between = below * (total - below) * gap * gap
    if (between > best) [best, bestLevel] = [between, level]
  }
  return bestLevel
}

/** Resamples to `zoom` (at most 1) times the size; every new pixel is the mean of the area it covers. */
export function shrink(picture: Picture, zoom: number): void {
  if (zoom >= 1) return
  const { widthPx, heightPx } = picture
  const width = Math.round(widthPx * zoom)
  const height = Math.round(heightPx * zoom)
  const smaller = (channel: Uint8Array) =>
    shrinkRows(shrinkColumns(channel, widthPx, heightPx, width), width, heightPx, height)
  const red = picture.red && smaller(picture.red)
  Object.assign(picture, {
    grey: smaller(picture.grey),
    red,
    widthPx: width,
    heightPx: height,
    pixelsPerMm: picture.pixelsPerMm * zoom,
    zoom: [(picture.zoom[0] * width) / widthPx, (picture.zoom[1] * height) / heightPx],
  })
}

function shrinkColumns(from: Uint8Array, width: number, height: number, to: number): Uint8Array {
  const out = new Uint8Array(to * height)
  const spans = spansOf(width, to)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < to; x++) {
      const { first, weights } = spans[x]!
      let sum = 32768
      for (let k = 0; k < weights.length; k++) sum += from[y * width + first + k]! * weights[k]!
      out[y * to + x] = sum >> 16
    }
  return out
}

function shrinkRows(from: Uint8Array, width: number, height: number, to: number): Uint8Array {
  const out = new Uint8Array(width * to)
  const sums = new Int32Array(width)
  for (const [y, { first, weights }] of spansOf(height, to).entries()) {
    sums.fill(32768)
    for (let k = 0; k < weights.length; k++)
      for (let x = 0, at = (first + k) * width; x < width; x++, at++)
        sums[x] = sums[x]! + from[at]! * weights[k]!
    for (let x = 0; x < width; x++) out[y * width + x] = sums[x]! >> 16
  }
  return out
}

/** Which old pixels a new one covers, and how much of each, sum 65536. */
function spansOf(from: number, to: number): { first: number; weights: number[] }[] {
  const ratio = from / to
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [index * ratio, Math.min(from, (index + 1) * ratio)]
    const first = Math.floor(start)
    const weights: number[] = []
    for (let at = first; at < end; at++)
      weights.push(Math.floor((65536 * (Math.min(at + 1, end) - Math.max(at, start))) / ratio))
    return { first, weights }
  })
}
