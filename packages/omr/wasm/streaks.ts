/**
 * Sums rows of the page column by column.
 *
 * @param lines i32 a row: which rows; at most 257 of them
 * @param sums  u16 a column, and room for fifteen more
 */
export function sumRows(page: usize, width: i32, lines: usize, count: i32, sums: usize): void {
  for (let x = 0; x < width; x += 16) {
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    for (let i = 0; i < count; i++) {
      const pixels = v128.load(page + load<i32>(lines + (<usize>i << 2)) * width + x)
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(pixels))
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(pixels))
    }
    v128.store(sums + (<usize>x << 1), low)
    v128.store(sums + (<usize>x << 1), high, 16)
  }
}

/** The first column from `from` to before `to` that is darker than both sides by `least` in both sums; else `to`. */
export function nextDip(
  top: usize,
  bottom: usize,
  from: i32,
  to: i32,
  reach: i32,
  least: i32,
): i32 {
  const more = i16x8.splat(<i16>(least - 1))
  for (let x = from; x < to; x += 8) {
    const dips = v128.and(
      i16x8.gt_s(depthAt(top + (<usize>x << 1), reach), more),
      i16x8.gt_s(depthAt(bottom + (<usize>x << 1), reach), more),
    )
    if (v128.any_true(dips)) return min(to, x + ctz(i16x8.bitmask(dips)))
  }
  return to
}

// @ts-ignore: decorator
@inline
function depthAt(at: usize, reach: i32): v128 {
  const left = v128.load(at - (reach << 1))
  const right = v128.load(at + (reach << 1))
  return i16x8.sub(i16x8.min_s(left, right), v128.load(at))
}
