import { placeBytes } from './outlines'

/**
 * How many places of a printed line are dark at each of `2 n + 1` offsets across it.
 *
 * @param side  0 to step along x, 1 along y
 * @param level ink from which a place is dark
 * @param out   u32 an offset
 */
export function lineProfile(
  page: usize,
  width: i32,
  height: i32,
  places: usize,
  count: i32,
  side: i32,
  n: i32,
  step: f64,
  level: f64,
  out: usize,
): void {
  memory.fill(out, 0, (2 * n + 1) << 2)
  const half = f64x2.splat(0.5)
  for (let t = 0; t < count; t++) {
    const place = places + <usize>t * placeBytes
    const x = f64x2.splat(load<f64>(place))
    const y = f64x2.splat(load<f64>(place, 8))
    const along = place + (side === 0 ? 16 : 32)
    const alongX = f64x2.splat(load<f64>(along))
    const alongY = f64x2.splat(load<f64>(along, 8))
    const dark = lightestInk(load<f64>(place, 48), load<f64>(place, 56), level)
    // Two offsets at a time; the last of an odd number alone.
    for (let k = -n; k <= n; k += 2) {
      const offset = f64x2.mul(f64x2.add(f64x2.splat(<f64>k), f64x2(0, 1)), f64x2.splat(step))
      const atX = f64x2.add(f64x2.add(x, f64x2.mul(alongX, offset)), half)
      const atY = f64x2.add(f64x2.add(y, f64x2.mul(alongY, offset)), half)
      const columns = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(atX))
      const rows = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(atY))
      const slot = out + (<usize>(k + n) << 2)
      const first = i32x4.extract_lane(columns, 0)
      const firstRow = i32x4.extract_lane(rows, 0)
      store<u32>(slot, load<u32>(slot) + isDark(page, width, height, first, firstRow, dark))
      if (k === n) break
      const second = i32x4.extract_lane(columns, 1)
      const secondRow = i32x4.extract_lane(rows, 1)
      store<u32>(slot, load<u32>(slot, 4) + isDark(page, width, height, second, secondRow, dark), 4)
    }
  }
}

/** 1 where a pixel of the picture is no lighter than `dark`, else 0. */
// @ts-ignore: decorator
@inline
function isDark(page: usize, width: i32, height: i32, column: i32, row: i32, dark: i32): u32 {
  if (<u32>column >= <u32>width || <u32>row >= <u32>height) return 0
  return <u32>(<i32>load<u8>(page + row * width + column) <= dark)
}

/** The lightest grey whose ink is more than `level`, -1 where none is. */
// @ts-ignore: decorator
@inline
function lightestInk(paper: f64, scale: f64, level: f64): i32 {
  let grey = <i32>(paper - level / scale) + 1
  while (grey >= 0 && !((paper - <f64>grey) * scale > level)) grey--
  return grey
}
