import { firstLanes, sumBytes } from './lanes'
import { fixed } from './between-rows'

/** Dots between exact projections; in between the path is a straight line. */
const segment: i32 = 32
/** Steeper than this a row of dots leaves its row of pixels within one load. */
const mostSlope: f64 = 0.06

/**
 * Says of rows of dots, straightened out of the picture, whether they are darker than a limit: 1 or 0. The
 * nearest pixel counts; dots outside the picture are not dark.
 *
 * @param map    from dots to pixels, nine f64
 * @param first  the first row of dots, and `every` which further ones are looked at
 * @param limits for each stretch of 32 dots the grey below which one is dark, one byte
 */
export function inkRows(
  page: usize,
  pageWidth: i32,
  pageHeight: i32,
  map: usize,
  width: i32,
  first: i32,
  every: i32,
  rows: i32,
  limits: usize,
  out: usize,
): void {
  const h0 = load<f64>(map)
  const h1 = load<f64>(map, 8)
  const h2 = load<f64>(map, 16)
  const h3 = load<f64>(map, 24)
  const h4 = load<f64>(map, 32)
  const h5 = load<f64>(map, 40)
  const h6 = load<f64>(map, 48)
  const h7 = load<f64>(map, 56)
  const h8 = load<f64>(map, 64)
  for (let i = 0; i < rows; i++) {
    const v = <f64>(first + i * every) + 0.5
    let w = h6 * 0.5 + h7 * v + h8
    let fromX = (h0 * 0.5 + h1 * v + h2) / w
    let fromY = (h3 * 0.5 + h4 * v + h5) / w
    const line = out + i * width
    for (let start = 0, at = limits; start < width; start += segment, at++) {
      const n = min(segment, width - start)
      const u = <f64>(start + n) + 0.5
      w = h6 * u + h7 * v + h8
      const endX = (h0 * u + h1 * v + h2) / w
      const endY = (h3 * u + h4 * v + h5) / w
      const stepX = (endX - fromX) / <f64>n
      const stepY = (endY - fromY) / <f64>n
      const isInside =
        Math.min(fromX, endX) >= 0 &&
        Math.min(fromY, endY) >= 0 &&
        Math.max(fromX, endX) + 18 < <f64>pageWidth &&
        Math.max(fromY, endY) + 1 < <f64>pageHeight
      let done: i32 = 0
      if (isInside && Math.abs(stepY) <= mostSlope && Math.abs(stepX) <= 4.5) {
        done = lookAlong(page, pageWidth, fromX, fromY, stepX, stepY, n, load<u8>(at), line + start)
      }
      for (let k = done; k < n; k++) {
        const x = <i32>Math.floor(fromX + stepX * <f64>k)
        const y = <i32>Math.floor(fromY + stepY * <f64>k)
        const isIn = <u32>x < <u32>pageWidth && <u32>y < <u32>pageHeight
        store<u8>(line + start + k, isIn && load<u8>(page + y * pageWidth + x) < load<u8>(at) ? 1 : 0)
      }
      fromX = endX
      fromY = endY
    }
  }
}

/** As many dots at a time, four or eight, as one load of sixteen pixels holds; returns how many were done. */
// @ts-ignore: decorator
@inline
function lookAlong(
  page: usize,
  pageWidth: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  n: i32,
  limit: i32,
  to: usize,
): i32 {
  const isDense = Math.abs(stepX) <= 2.1
  const count = isDense ? 8 : 4
  const first = stepX < 0 ? <f64>(count - 1) * stepX : 0
  const ramp = i16x8.mul(i16x8.splat(<i16>(stepX * 128)), i16x8(0, 1, 2, 3, 4, 5, 6, 7))
  const offsets = i16x8.add(ramp, i16x8.splat(<i16>(-first * 128)))
  const level = i8x16.splat(<i8>limit)
  const yes = i8x16.splat(1)
  let x = fixed(fromX + first)
  let y = fixed(fromY + 0.5 * <f64>(count - 1) * stepY)
  const runX = fixed(stepX * <f64>count)
  const runY = fixed(stepY * <f64>count)
  let done: i32 = 0
  for (; done + count <= n; done += count) {
    const places = i16x8.add(offsets, i16x8.splat(<i16>((x >> 9) & 127)))
    const index = i16x8.shr_u(places, 7)
    const pick = i8x16.narrow_i16x8_u(index, index)
    const pixels = i8x16.swizzle(v128.load(page + (y >> 16) * pageWidth + (x >> 16)), pick)
    const dark = v128.and(i8x16.lt_u(pixels, level), yes)
    if (isDense) v128.store64_lane(to + done, dark, 0)
    else v128.store32_lane(to + done, dark, 0)
    x += runX
    y += runY
  }
  return done
}

/**
 * Counts the ones of a mask in stretches of it.
 *
 * @param runs of each stretch where it starts in the mask, and its length, i32; 15 bytes past its end are read
 */
export function countDots(mask: usize, runs: usize, count: i32): i32 {
  let sum: i32 = 0
  for (let i = 0; i < count; i++) {
    const run = runs + (<usize>i << 3)
    let from = mask + load<i32>(run)
    let left = load<i32>(run, 4)
    // A byte of the counter overflows after 255 loads: longer stretches than the widest sheet has.
    let counts = i8x16.splat(0)
    for (; left >= 16; left -= 16, from += 16) counts = i8x16.add(counts, v128.load(from))
    if (left > 0) counts = i8x16.add(counts, v128.and(v128.load(from), firstLanes(left)))
    sum += sumBytes(counts)
  }
  return sum
}
