import type { BarcodeRegion } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import { warpQuad } from '../kernels/warp.ts'

/** How a barcode's place is cut out. */
export interface Cut {
  /** A label is stuck on by hand: this far around its place belongs to it. */
  marginMm: number
  dotsPerMm: number
  /** Turned clockwise about the middle of its place. */
  turnDeg?: number
  /** White dots added all round: a label cut or stuck without its quiet zone gets one. */
  pad?: number
}

/** The place of a barcode, straightened. */
export function cutBarcode(view: InkView, region: BarcodeRegion, cut: Cut): Gray {
  const { marginMm, dotsPerMm, pad = 0 } = cut
  const width = Math.round((region.widthMm + 2 * marginMm) * dotsPerMm)
  const height = Math.round((region.heightMm + 2 * marginMm) * dotsPerMm)
  const corners = [
    [pad, pad],
    [pad + width, pad],
    [pad + width, pad + height],
    [pad, pad + height],
  ].map(([x, y]) => placeOnSheet(region, cut, x!, y!))
  const picture = warpQuad(view.gray, pixelsOf(view, corners), width, height)
  return pad > 0 ? padded(picture, pad) : picture
}

/** The place on the sheet of a dot of a cut, millimetres. */
function placeOnSheet(region: BarcodeRegion, cut: Cut, x: number, y: number): [number, number] {
  const { marginMm, dotsPerMm, turnDeg = 0, pad = 0 } = cut
  const dx = (x - pad) / dotsPerMm - region.widthMm / 2 - marginMm
  const dy = (y - pad) / dotsPerMm - region.heightMm / 2 - marginMm
  const turn = (turnDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return [
    region.xMm + region.widthMm / 2 + dx * cos - dy * sin,
    region.yMm + region.heightMm / 2 + dx * sin + dy * cos,
  ]
}

const pixelsOf = (view: InkView, places: readonly (readonly [number, number])[]) =>
  places.map(([x, y]): [number, number] => {
    const at = projectSheet(view, x, y)
    return [at.x, at.y]
  })

/** Quiet zone taken along on either side of found bars, share of their length. */
const quietShare = 0.14

/** The bars that were found in a cut, straightened to their own corners, at a fine resolution. */
export function cutBars(
  view: InkView,
  region: BarcodeRegion,
  cut: Cut,
  corners: readonly { x: number; y: number }[],
): Gray {
  const [tl, tr, br, bl] = corners.map(({ x, y }) => placeOnSheet(region, cut, x, y)) as [
    [number, number],
    [number, number],
    [number, number],
    [number, number],
  ]
  const beyond = (from: [number, number], to: [number, number]): [number, number] => [
    to[0] + (to[0] - from[0]) * quietShare,
    to[1] + (to[1] - from[1]) * quietShare,
  ]
  const quad = [beyond(tr, tl), beyond(tl, tr), beyond(bl, br), beyond(br, bl)]
  const size = (from: [number, number], to: [number, number]) =>
    Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) * 14)
  const width = Math.max(8, size(quad[0]!, quad[1]!))
  return warpQuad(view.gray, pixelsOf(view, quad), width, Math.max(8, size(tl, bl)))
}

/** Greys spread over the whole range: a pale label becomes black on white. */
export function stretched(picture: Gray): Gray {
  const counts = new Uint32Array(256)
  for (let i = 0; i < picture.data.length; i++) counts[picture.data[i]!]!++
  const cutOff = picture.data.length / 50
  const low = quantile(counts, cutOff)
  const high = quantile(counts, picture.data.length - cutOff)
  const scale = 255 / Math.max(12, high - low)
  return mapped(picture, (value) => (value - low) * scale)
}

function quantile(counts: Uint32Array, rank: number): number {
  let seen = 0
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!
    if (seen >= rank) return value
  }
  return 255
}

function padded(picture: Gray, pad: number): Gray {
  const width = picture.width + 2 * pad
  const height = picture.height + 2 * pad
  const data = new Uint8Array(width * height).fill(255)
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width, (y + 1) * picture.width)
    data.set(row, (y + pad) * width + pad)
  }
  return { data, width, height }
}

/** Lines made thinner (positive) or thicker: print that ran, or a worn ribbon. */
export function thinned(picture: Gray, amount: number): Gray {
  const { width, height, data } = picture
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      const left = data[x > 0 ? at - 1 : at]!
      const right = data[x < width - 1 ? at + 1 : at]!
      const edge = amount > 0 ? Math.max(left, right) : Math.min(left, right)
      out[at] = data[at]! + (edge - data[at]!) * Math.abs(amount)
    }
  }
  return { data: out, width, height }
}

/**
 * Upright bars as their typical row: the median of each column over a band, so that scratches, stains
 * and a torn edge vanish where most of the band is whole.
 *
 * @param from share of the height at which the band begins, and `to` where it ends
 */
export function typicalRow(picture: Gray, from: number, to: number): Gray {
  const { width, height, data } = picture
  const first = Math.floor(height * from)
  const last = Math.max(first + 1, Math.floor(height * to))
  const rows = 8
  const out = new Uint8Array(width * rows)
  const column = new Uint8Array(last - first)
  for (let x = 0; x < width; x++) {
    for (let y = first; y < last; y++) column[y - first] = data[y * width + x]!
    column.sort()
    const middle = column[column.length >> 1]!
    for (let row = 0; row < rows; row++) out[row * width + x] = middle
  }
  return padded({ data: out, width, height: rows }, 24)
}

/**
 * A typical row without its outermost lines: a printed frame or a neighbouring label close beside the
 * bars takes their quiet zone.
 */
export function withoutOuterLines(row: Gray, left: number, right: number): Gray {
  const { width, height } = row
  const line = row.data.subarray(width * (height >> 1), width * (height >> 1) + width)
  const starts: number[] = []
  const ends: number[] = []
  for (let x = 1; x < width; x++) {
    const isDark = line[x]! < 128
    if (isDark === line[x - 1]! < 128) continue
    if (isDark) starts.push(x)
    else ends.push(x)
  }
  const from = left > 0 ? (ends[left - 1] ?? 0) : 0
  const to = right > 0 ? (starts.at(-right) ?? width) : width
  const data = row.data.map((value, i) => (i % width < from || i % width >= to ? 255 : value))
  return { ...row, data }
}

/**
 * The longest run of neighbouring rows or columns, in dots, that each cross as many lines as a barcode
 * has: tells a label from an empty place and from a line of text.
 */
export function barHeight(picture: Gray): number {
  const { width, height } = picture
  return Math.max(
    longestRun(picture, height, width, (row, at) => row * width + at),
    longestRun(picture, width, height, (column, at) => at * width + column),
  )
}

const leastCrossings = 22
/** Grey levels between the bars and the paper of a label that can be read at all. */
const leastContrast = 30

function longestRun(
  { data }: Gray,
  lines: number,
  length: number,
  index: (line: number, at: number) => number,
): number {
  let longest = 0
  let run = 0
  for (let line = 0; line < lines; line += 2) {
    let low = 255
    let high = 0
    for (let at = 0; at < length; at++) {
      const value = data[index(line, at)]!
      if (value < low) low = value
      if (value > high) high = value
    }
    const middle = (low + high) / 2
    let crossings = 0
    for (let at = 1; at < length; at++) {
      if (data[index(line, at)]! < middle !== data[index(line, at - 1)]! < middle) crossings++
    }
    run = crossings >= leastCrossings && high - low >= leastContrast ? run + 2 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

function mapped(picture: Gray, change: (value: number) => number): Gray {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => change(value))
  // A loop: `from` walks a picture by its iterator, thirty times slower.
  const data = new Uint8Array(picture.data.length)
  for (let at = 0; at < data.length; at++) data[at] = table[picture.data[at]!]!
  return { ...picture, data }
}
