import { firstLanes, sumQuads } from './lanes'

/**
 * A place of the page, eight f64: its pixel x and y; pixels moved per millimetre to the right (x, y) and
 * down (x, y) as xx, yx, xy, yy; grey of the paper; 1 / (paper - full ink). Then a bubble's half width and
 * half height in millimetres (f64), and 1 for an ellipse or 0 for a rectangle (i32).
 */
const placeBytes: usize = 96
/** A bubble's rows: their number, then where each starts on the page and how long it is, i32. */
const rowsPerBubble: i32 = 40
const spanBytes: usize = 4 + <usize>rowsPerBubble * 8
/** What is measured: mean ink, share covered, pixels. */
const resultBytes: usize = 24

/**
 * Mean ink and covered share over the insides of bubbles, every pixel of every row (of a large bubble
 * every n-th row); remembers the rows for `darkShares`.
 *
 * @param leastInk    pixels brighter than paper count as no less than this
 * @param coveredInk  ink from which a pixel is covered
 */
export function measureBubbles(
  page: usize,
  width: i32,
  height: i32,
  places: usize,
  count: i32,
  leastInk: f64,
  coveredInk: f64,
  spans: usize,
  results: usize,
): void {
  for (let i = 0; i < count; i++) {
    const place = places + <usize>i * placeBytes
    const span = spans + <usize>i * spanBytes
    findRows(width, height, place, span)
    const paper = load<f64>(place, 48)
    const scale = load<f64>(place, 56)
    const low = i8x16.splat(<i8>grey(paper - 1 / scale))
    const high = i8x16.splat(<i8>grey(paper - leastInk / scale))
    const limit = paper - coveredInk / scale
    const cover = i8x16.splat(<i8>(limit < 0 ? 0 : <i32>limit))
    const isCoverable = limit >= 0
    const rows = load<i32>(span)
    let sum = i32x4.splat(0)
    let covered = i32x4.splat(0)
    let n: i32 = 0
    for (let row = 0; row < rows; row++) {
      const at = span + 4 + (row << 3)
      let from = page + load<i32>(at)
      let left = load<i32>(at, 4)
      n += left
      let rowSum = i16x8.splat(0)
      let rowCovered = i8x16.splat(0)
      for (; left > 16; left -= 16, from += 16) {
        const pixels = v128.load(from)
        const clamped = i8x16.min_u(i8x16.max_u(pixels, low), high)
        rowSum = i16x8.add(rowSum, i16x8.extadd_pairwise_i8x16_u(clamped))
        rowCovered = i8x16.sub(rowCovered, i8x16.le_u(pixels, cover))
      }
      const pixels = v128.load(from)
      const lanes = firstLanes(left)
      const clamped = v128.and(i8x16.min_u(i8x16.max_u(pixels, low), high), lanes)
      rowSum = i16x8.add(rowSum, i16x8.extadd_pairwise_i8x16_u(clamped))
      rowCovered = i8x16.sub(rowCovered, v128.and(i8x16.le_u(pixels, cover), lanes))
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(rowSum))
      covered = i32x4.add(
        covered,
        i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(rowCovered)),
      )
    }
    const result = results + <usize>i * resultBytes
    const all = <f64>max(1, n)
    store<f64>(result, n > 0 ? (paper - <f64>sumQuads(sum) / all) * scale : 0)
    store<f64>(result, isCoverable ? <f64>sumQuads(covered) / all : 0, 8)
    store<f64>(result, <f64>n, 16)
  }
}

/** Share of each bubble's inside whose ink is at least `level`, by the rows that were found before. */
export function darkShares(
  page: usize,
  places: usize,
  count: i32,
  spans: usize,
  level: f64,
  results: usize,
): void {
  for (let i = 0; i < count; i++) {
    const place = places + <usize>i * placeBytes
    const span = spans + <usize>i * spanBytes
    const limit = load<f64>(place, 48) - level / load<f64>(place, 56)
    const rows = load<i32>(span)
    const dark = i8x16.splat(<i8>(limit < 0 ? 0 : <i32>limit))
    let n: i32 = 0
    let counts = i16x8.splat(0)
    for (let row = 0; row < rows; row++) {
      const at = span + 4 + (row << 3)
      let from = page + load<i32>(at)
      let left = load<i32>(at, 4)
      n += left
      let inRow = i8x16.splat(0)
      for (; left > 16; left -= 16, from += 16) {
        inRow = i8x16.sub(inRow, i8x16.le_u(v128.load(from), dark))
      }
      inRow = i8x16.sub(inRow, v128.and(i8x16.le_u(v128.load(from), dark), firstLanes(left)))
      counts = i16x8.add(counts, i16x8.extadd_pairwise_i8x16_u(inRow))
    }
    const found = sumQuads(i32x4.extadd_pairwise_i16x8_u(counts))
    const share = n > 0 && limit >= 0 ? <f64>found / <f64>n : 0
    store<f64>(results + (<usize>i << 3), share)
  }
}

/** Distances at which a ring is looked for. */
const ringGaps: i32 = 5

/**
 * Share of the directions in which ink lies outside a bubble, at any of some distances from it; the nearest
 * pixel counts, and none outside the picture.
 *
 * @param place  with half the bubble's width and height
 * @param points f64: the distances in millimetres, then of each direction its unit vector
 * @param level  ink that counts, more than 0 and less than 1
 */
export function ringShare(
  page: usize,
  width: i32,
  height: i32,
  place: usize,
  points: usize,
  directions: i32,
  level: f64,
): f64 {
  const centre = v128.load(place)
  const right = v128.load(place, 16)
  const down = v128.load(place, 32)
  const half = f64x2.splat(0.5)
  const whole = f64x2.splat(1)
  const paper = load<f64>(place, 48)
  const scale = load<f64>(place, 56)
  const a = load<f64>(place, 64)
  const b = load<f64>(place, 72)
  let dark: i32 = 0
  for (let i = 0; i < directions; i++) {
    const unit = points + (ringGaps << 3) + (<usize>i << 4)
    const u = load<f64>(unit)
    const v = load<f64>(unit, 8)
    for (let k = 0; k < ringGaps; k++) {
      const gap = load<f64>(points + (<usize>k << 3))
      const dx = f64x2.splat((a + gap) * u)
      const dy = f64x2.splat((b + gap) * v)
      const at = f64x2.add(f64x2.add(centre, f64x2.mul(right, dx)), f64x2.mul(down, dy))
      // The nearest whole numbers, of two the upper one.
      const above = f64x2.ceil(at)
      const over = v128.and(f64x2.gt(f64x2.sub(above, half), at), whole)
      const pixel = i32x4.trunc_sat_f64x2_s_zero(f64x2.sub(above, over))
      const column = i32x4.extract_lane(pixel, 0)
      const row = i32x4.extract_lane(pixel, 1)
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const ink = (paper - <f64>load<u8>(page + row * width + column)) * scale
      if (ink < level) continue
      dark++
      break
    }
  }
  return <f64>dark / <f64>directions
}

// @ts-ignore: decorator
@inline
function grey(value: f64): i32 {
  return max(0, min(255, <i32>(value + 0.5)))
}

/** The stretches of pixels whose centres lie inside the bubble, row by row. */
function findRows(width: i32, height: i32, place: usize, span: usize): void {
  const x = load<f64>(place)
  const y = load<f64>(place, 8)
  const xx = load<f64>(place, 16)
  const yx = load<f64>(place, 24)
  const xy = load<f64>(place, 32)
  const yy = load<f64>(place, 40)
  const a = load<f64>(place, 64)
  const b = load<f64>(place, 72)
  const isEllipse = load<i32>(place, 80) !== 0
  store<i32>(span, 0)
  const det = xx * yy - xy * yx
  if (!(Math.abs(det) > 1e-9)) return
  const reach = isEllipse
    ? Math.sqrt(yx * a * (yx * a) + yy * b * (yy * b))
    : Math.abs(yx * a) + Math.abs(yy * b)
  const top = max(0, <i32>Math.ceil(y - reach))
  const bottom = min(height - 1, <i32>Math.floor(y + reach))
  const step = (bottom - top) / rowsPerBubble + 1
  // Millimetres per pixel, as shares of the half width (u) and of the half height (v).
  const ux = yy / det / a
  const uy = -xy / det / a
  const vx = -yx / det / b
  const vy = xx / det / b
  const byU = 1 / ux
  const byV = 1 / vx
  let rows: i32 = 0
  for (let line = top; line <= bottom; line += step) {
    const dy = <f64>line - y
    let from: f64 = -1e9
    let to: f64 = 1e9
    if (isEllipse) {
      // (ux dx + uy dy)² + (vx dx + vy dy)² = 1
      const square = ux * ux + vx * vx
      const half = (ux * uy + vx * vy) * dy
      const root = half * half - square * ((uy * uy + vy * vy) * dy * dy - 1)
      if (root < 0) continue
      const width2 = Math.sqrt(root)
      from = (-half - width2) / square
      to = (-half + width2) / square
    } else {
      if (Math.abs(ux) > 1e-9) {
        const one = (-1 - uy * dy) * byU
        const other = (1 - uy * dy) * byU
        from = one < other ? one : other
        to = one < other ? other : one
      } else if (Math.abs(uy * dy) > 1) continue
      if (Math.abs(vx) > 1e-9) {
        const one = (-1 - vy * dy) * byV
        const other = (1 - vy * dy) * byV
        const low = one < other ? one : other
        const high = one < other ? other : one
        if (low > from) from = low
        if (high < to) to = high
      } else if (Math.abs(vy * dy) > 1) continue
    }
    const left = max(0, <i32>Math.ceil(x + from))
    const right = min(width - 1, <i32>Math.floor(x + to))
    if (right < left) continue
    const at = span + 4 + (rows << 3)
    store<i32>(at, line * width + left)
    store<i32>(at, right - left + 1, 4)
    rows++
  }
  store<i32>(span, rows)
}
