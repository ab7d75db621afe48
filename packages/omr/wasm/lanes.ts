/** Lane numbers, to mask the end of a row. */
// @ts-ignore: decorator
@inline
export function firstLanes(n: i32): v128 {
  return i8x16.lt_u(i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>n))
}

/** Sum of sixteen bytes or, with counters, of what they counted. */
// @ts-ignore: decorator
@inline
export function sumBytes(v: v128): i32 {
  const quads = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v))
  return sumQuads(quads)
}

// @ts-ignore: decorator
@inline
export function sumQuads(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) +
    i32x4.extract_lane(v, 1) +
    i32x4.extract_lane(v, 2) +
    i32x4.extract_lane(v, 3)
  )
}
