import { between, fixed, nearestEighth } from './between-rows'

/** Steps of which eight outputs and the pixel after them lie within sixteen pixels, and of which four do. */
export const leastStep: f64 = 0.5
const mostDense: f64 = 1.8
export const mostPatterned: f64 = 3.6

/** Outputs of a run. */
const run: i32 = 16
/** Where a run may begin within a pixel: so many places have a pattern. */
const phases: i32 = 32
/** A pattern: of four windows the pixels to pick, two vectors of weights, where the windows begin. */
const patternBytes: usize = 112
const weightsAt: usize = 64
const windowsAt: usize = 96
/** Two neighbours share so much weight: it fits into seven bits. */
const shares: i32 = 64

/**
 * Works out, for a step, which pixels of a row sixteen outputs lie between and how near they are to each: the
 * same for all runs that begin at the same place within a pixel.
 *
 * @param table room for 3,584 bytes
 */
export function makePatterns(table: usize, stepX: f64): void {
  const step = inParts(stepX)
  const group = stepX > mostDense ? 4 : 8
  for (let phase = 0; phase < phases; phase++) {
    const pattern = table + <usize>phase * patternBytes
    const part = phase * (256 / phases)
    for (let k = 0; k < run; k++) {
      const window = k / group
      const start = (part + window * group * step) >> 8
      const place = part + k * step
      const pick = pattern + (<usize>window << 4) + (<usize>(k % group) << 1)
      store<u8>(pick, (place >> 8) - start)
      store<u8>(pick, (place >> 8) - start + 1, 1)
      const right = ((place & 255) * shares) >> 8
      store<u8>(pattern + weightsAt + (<usize>k << 1), shares - right)
      store<u8>(pattern + weightsAt + (<usize>k << 1), right, 1)
      store<i32>(pattern + windowsAt + (<usize>window << 2), start)
    }
  }
}

/** A step in 256ths of a pixel. */
// @ts-ignore: decorator
@inline
function inParts(stepX: f64): i32 {
  return <i32>(stepX * 256 + 0.5)
}

/**
 * Sixteen outputs at a time by the patterns of nearly the same step: down to
 * an eighth of a pixel, across to a 32nd.
 */
export function copyPatternedRuns(
  page: usize,
  pageWidth: i32,
  fromX: f64,
  fromY: f64,
  stepX: f64,
  stepY: f64,
  n: i32,
  to: usize,
  table: usize,
  tableStep: f64,
): void {
  const isDense = tableStep <= mostDense
  // The run's middle lies where it should; half a phase makes rounding down the nearest one.
  let x = fixed(fromX + 7.5 * (stepX - <f64>inParts(tableStep) / 256)) + 1024
  let y = fixed(fromY + 7.5 * stepY) + nearestEighth
  const runX = fixed(stepX * <f64>run)
  const runY = fixed(stepY * <f64>run)
  const sign = i8x16.splat(-128)
  const unsign = i16x8.splat(<i16>(128 * shares))
  for (let i = 0; i < n; i += run) {
    const pattern = table + <usize>((x >> 11) & (phases - 1)) * patternBytes
    const line = page + (y >> 16) * pageWidth + (x >> 16)
    const half = line + (-((y >> 15) & 1) & pageWidth)
    const quarter = line + (-((y >> 14) & 1) & pageWidth)
    const eighth = line + (-((y >> 13) & 1) & pageWidth)
    const second = <usize>load<i32>(pattern, windowsAt + 4)
    let first8 = pairs(between(line, eighth, quarter, half, 0), pattern)
    let last8 = pairs(between(line, eighth, quarter, half, second), pattern + 16)
    if (!isDense) {
      const third = <usize>load<i32>(pattern, windowsAt + 8)
      const fourth = <usize>load<i32>(pattern, windowsAt + 12)
      first8 = v128.shuffle<u64>(first8, last8, 0, 2)
      last8 = v128.shuffle<u64>(
        pairs(between(line, eighth, quarter, half, third), pattern + 32),
        pairs(between(line, eighth, quarter, half, fourth), pattern + 48),
        0,
        2,
      )
    }
    // The kernel that multiplies and adds neighbours takes numbers with a sign.
    const low = v128.relaxed_dot<i16>(v128.xor(first8, sign), v128.load(pattern, weightsAt))
    const high = v128.relaxed_dot<i16>(v128.xor(last8, sign), v128.load(pattern, weightsAt + 16))
    // Rounding down makes up for rounding up between rows.
    const low8 = i16x8.shr_u(i16x8.add(low, unsign), 6)
    const high8 = i16x8.shr_u(i16x8.add(high, unsign), 6)
    v128.store(to + i, i8x16.narrow_i16x8_u(low8, high8))
    x += runX
    y += runY
  }
}

/** Each output's two neighbours, side by side. */
// @ts-ignore: decorator
@inline
function pairs(pixels: v128, picks: usize): v128 {
  return i8x16.relaxed_swizzle(pixels, v128.load(picks))
}
