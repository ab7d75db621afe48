import { between, fixed, nearestEighth } from './between-rows'
import { copyPatternedRuns, leastStep, makePatterns, mostPatterned } from './patterned-runs'

/** Pixels between exact projections; in between the path is a straight line. */
const leastSegment: i32 = 128
/** Perspective up to which segments are four times, or twice as long, and still off by no more than 1/32 pixel. */
const perspectiveOfFour: f64 = 0.0000004
const perspectiveOfTwo: f64 = 0.0000016
/** Columns straightened before the next ones are begun. */
const strip: i32 = 512
/** Outputs of a run: their height on the page is held. */
const run: i32 = 8
/** Steeper than this the held height would be off by more than a sixth of a pixel. */
const mostSlope: f64 = 0.05

/** Eight outputs further apart would not lie within one load of sixteen pixels. */
const mostStep: f64 = 2.1
/** Outputs of a run where a step is a pixel, and how steep it may be: off by a sixth of a pixel at its ends. */
const unitRun: i32 = 16
const mostUnitSlope: f64 = 0.023
/** Steps that differ by no more share their patterns: the ends of a run are then off by a sixteenth of a pixel. */
const sameStep: f64 = 0.008
/** Where patterns are put behind a map, and fewer outputs than this are done before they are made. */
const patternsAt: usize = 128
const worthPatterns: i32 = 16384
/** Within this of one pixel a step is taken for one: the ends of a run are then off by a thirtieth. */
const nearUnit: f64 = 0.004

/**
 * Straightens a quadrilateral: writes `width` x `height` pixels, bilinear, each taken from where the
 * homography `map` (nine f64, and room for 4,096 bytes) puts its centre, on a grid on which pixels are points at
 * whole numbers; what lies outside the picture is 255.
 */
export function warpRows(
  page: usize,
  pageWidth: i32,
  pageHeight: i32,
  map: usize,
  width: i32,
  height: i32,
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
  // A run reads sixteen pixels at once; a little more would be needed past the picture's end.
  const right = <f64>(pageWidth - 2)
  const bottom = <f64>(pageHeight - 2)
  const perspective = Math.abs(h6)
  const segment =
    leastSegment * (perspective <= perspectiveOfFour ? 4 : perspective <= perspectiveOfTwo ? 2 : 1)
  const patterns = map + patternsAt
  let patternStep: f64 = 0
  if (width * height >= worthPatterns) {
    // The step in the middle is nearly everyone's, but in a photograph.
    const u = <f64>width * 0.5
    const v = <f64>height * 0.5
    const w = h6 * u + h7 * v + h8
    const x = (h0 * u + h1 * v + h2) / w
    const step = (h0 - x * h6) / w
    if (step >= leastStep && step <= mostPatterned) {
      patternStep = step
      makePatterns(patterns, step)
    }
  }
  // One strip after the other: a row that is turned a little runs through many rows of the page, which
  // would not all stay at hand until the next row needs them.
  for (let left = 0; left < width; left += strip) {
    const end = min(width, left + strip)
    for (let row = 0; row < height; row++) {
      const v = <f64>row + 0.5
      const u0 = <f64>left + 0.5
      let w = h6 * u0 + h7 * v + h8
      let fromX = (h0 * u0 + h1 * v + h2) / w
      let fromY = (h3 * u0 + h4 * v + h5) / w
      let to = out + row * width + left
      for (let start = left; start < end; start += segment) {
        const n = min(segment, end - start)
        const u = <f64>(start + n) + 0.5
        w = h6 * u + h7 * v + h8
        const endX = (h0 * u + h1 * v + h2) / w
        const endY = (h3 * u + h4 * v + h5) / w
        const stepX = (endX - fromX) / <f64>n
        const stepY = (endY - fromY) / <f64>n
        const isInside =
          Math.min(fromX, endX) >= 1 &&
          Math.min(fromY, endY) >= 1 &&
          Math.max(fromX, endX) < right - 1 &&
          Math.max(fromY, endY) < bottom - 1
        let done: i32 = 0
        if (isInside && Math.abs(stepY) <= mostUnitSlope) {
          const isUnit = Math.abs(stepX - 1) <= nearUnit
          const isPatterned =
            Math.abs(stepX - patternStep) <= sameStep &&
            // The last sixteen pixels that are picked from may end behind the last output's.
            Math.max(fromX, endX) < right - 24
          if (isUnit || isPatterned) done = n & ~(unitRun - 1)
          for (let at = 0; at < done;) {
            const x = fromX + stepX * <f64>at
            const y = fromY + stepY * <f64>at
            const some = done - at
            if (isUnit) copyUnitRuns(page, pageWidth, x, y, stepX, stepY, some, to + at)
            else copyPatternedRuns(page, pageWidth, x, y, stepX, stepY, some, to + at, patterns, patternStep)
            // What is left is done with a few that were done before: one by one they would take longer.
            at = done
            if (done < n) {
              at = n - unitRun
              done = n
            }
          }
        }
        if (done === 0 && isInside && Math.abs(stepX) <= mostStep && Math.abs(stepY) <= mostSlope) {
          done = n & ~(run - 1)
          copyRuns(page, pageWidth, fromX, fromY, stepX, stepY, done, to)
        }
        if (!isInside) {
          copyEdge(page, pageWidth, pageHeight, fromX, fromY, stepX, stepY, n, to)
        } else if (done < n) {
          copyInside(page, pageWidth, fromX, fromY, stepX, stepY, done, n, to)
        }
        to += n
        fromX = endX
        fromY = endY
      }
    }
  }
}

/** Eight outputs at a time, their places across exact and their height that of the run's middle. */
// @ts-ignore: decorator
@inline
function copyRuns(
  page: usize,
  pageWidth: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  n: i32,
  to: usize,
): void {
  // Where the run's outputs lie after its leftmost one, in 128ths of a pixel.
  const first = stepX < 0 ? 7 * stepX : 0
  const s = stepX * 128
  const lead = -first * 128
  const at = i16x8(
    <i16>lead,
    <i16>(lead + s),
    <i16>(lead + 2 * s),
    <i16>(lead + 3 * s),
    <i16>(lead + 4 * s),
    <i16>(lead + 5 * s),
    <i16>(lead + 6 * s),
    <i16>(lead + 7 * s),
  )
  const low = i16x8.splat(127)
  const round = i16x8.splat(64)
  let x = fixed((fromX + first))
  let y = fixed((fromY + 3.5 * stepY))
  const runX = fixed(stepX * <f64>run)
  const runY = fixed(stepY * <f64>run)
  for (let i = 0; i < n; i += run) {
    const places = i16x8.add(at, i16x8.splat(<i16>((x >> 9) & 127)))
    const index = i16x8.shr_u(places, 7)
    const pick = i8x16.narrow_i16x8_u(index, index)
    const across = v128.and(places, low)
    const down = i16x8.splat(<i16>((y & 0xffff) >> 1))
    const line = page + (y >> 16) * pageWidth + (x >> 16)
    const above = v128.load(line)
    const aboveRight = v128.load(line, 1)
    const below = v128.load(line + pageWidth)
    const belowRight = v128.load(line + pageWidth, 1)
    const top = mix(above, aboveRight, pick, across)
    const bottom = mix(below, belowRight, pick, across)
    const value = i16x8.add(top, i16x8.q15mulr_sat_s(i16x8.sub(bottom, top), down))
    const pixels = i16x8.shr_u(i16x8.add(value, round), 7)
    v128.store64_lane(to + i, i8x16.narrow_i16x8_u(pixels, pixels), 0)
    x += runX
    y += runY
  }
}

/**
 * Sixteen outputs at a time where a step is a pixel: all lie alike between their four neighbours, an eighth of
 * a pixel being near enough.
 */
// @ts-ignore: decorator
@inline
function copyUnitRuns(
  page: usize,
  pageWidth: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  n: i32,
  to: usize,
): void {
  const middle = 0.5 * <f64>(unitRun - 1)
  // The run's middle lies where it should; its ends are off by seven and a half times the difference.
  let x = fixed(fromX + middle * (stepX - 1)) + nearestEighth
  let y = fixed(fromY + middle * stepY) + nearestEighth
  const runX = fixed(stepX * <f64>unitRun)
  const runY = fixed(stepY * <f64>unitRun)
  for (let i = 0; i < n; i += unitRun) {
    const line = page + (y >> 16) * pageWidth + (x >> 16)
    const half = line + (-((y >> 15) & 1) & pageWidth)
    const quarter = line + (-((y >> 14) & 1) & pageWidth)
    const eighth = line + (-((y >> 13) & 1) & pageWidth)
    const here = between(line, eighth, quarter, half, 0)
    let value = here
    const across = (x >> 13) & 7
    if (across !== 0) {
      const next = between(line, eighth, quarter, half, 1)
      if (across & 1) value = i8x16.avgr_u(value, next)
      value = i8x16.avgr_u(value, across & 2 ? next : here)
      value = i8x16.avgr_u(value, across & 4 ? next : here)
    }
    v128.store(to + i, value)
    x += runX
    y += runY
  }
}

/** Between two neighbours, in 128ths of a grey level. */
// @ts-ignore: decorator
@inline
function mix(left: v128, right: v128, pick: v128, across: v128): v128 {
  const one16 = i16x8.extend_low_i8x16_u(i8x16.swizzle(left, pick))
  const other = i16x8.extend_low_i8x16_u(i8x16.swizzle(right, pick))
  return i16x8.add(i16x8.shl(one16, 7), i16x8.mul(i16x8.sub(other, one16), across))
}

/** One output at a time, in fixed point of 16 bits. */
// @ts-ignore: decorator
@inline
function copyInside(
  page: usize,
  pageWidth: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  start: i32,
  n: i32,
  to: usize,
): void {
  const dx = fixed(stepX)
  const dy = fixed(stepY)
  let x = fixed((fromX + stepX * <f64>start))
  let y = fixed((fromY + stepY * <f64>start))
  for (let i = start; i < n; i++) {
    const p = page + (y >> 16) * pageWidth + (x >> 16)
    const fx = (x >> 8) & 255
    const fy = (y >> 8) & 255
    const top = <i32>load<u8>(p) * (256 - fx) + <i32>load<u8>(p, 1) * fx
    const q = p + pageWidth
    const bottom = <i32>load<u8>(q) * (256 - fx) + <i32>load<u8>(q, 1) * fx
    store<u8>(to + i, (top * (256 - fy) + bottom * fy + 32768) >> 16)
    x += dx
    y += dy
  }
}

/** A stretch that leaves the picture. */
function copyEdge(
  page: usize,
  pageWidth: i32,
  pageHeight: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  n: i32,
  to: usize,
): void {
  for (let i = 0; i < n; i++) {
    const sx = fromX + stepX * <f64>i
    const sy = fromY + stepY * <f64>i
    let value: i32 = 255
    if (sx >= 0 && sy >= 0 && sx <= <f64>(pageWidth - 1) && sy <= <f64>(pageHeight - 1)) {
      const x = min(pageWidth - 2, <i32>sx)
      const y = min(pageHeight - 2, <i32>sy)
      const p = page + y * pageWidth + x
      const q = p + pageWidth
      const fx = sx - <f64>x
      const fy = sy - <f64>y
      const top = <f64>load<u8>(p) * (1 - fx) + <f64>load<u8>(p, 1) * fx
      const bottom = <f64>load<u8>(q) * (1 - fx) + <f64>load<u8>(q, 1) * fx
      value = <i32>(top * (1 - fy) + bottom * fy + 0.5)
    }
    store<u8>(to + i, value)
  }
}
