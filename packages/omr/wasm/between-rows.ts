const one: f64 = 65536

/** In 65536ths. */
// @ts-ignore: decorator
@inline
export function fixed(value: f64): i32 {
  return <i32>Math.floor(value * one + 0.5)
}

/** Half an eighth of a pixel, in 65536ths. */
export const nearestEighth: i32 = 4096

/**
 * Sixteen pixels between two rows: each of the three addresses is in the upper row where its share of the way
 * down (an eighth, a quarter, a half) is not taken, and else in the lower one. Halving three times rounds up
 * by less than half a grey level.
 */
// @ts-ignore: decorator
@inline
export function between(line: usize, eighth: usize, quarter: usize, half: usize, offset: usize): v128 {
  const first = i8x16.avgr_u(v128.load(line + offset), v128.load(eighth + offset))
  const second = i8x16.avgr_u(first, v128.load(quarter + offset))
  return i8x16.avgr_u(second, v128.load(half + offset))
}
