import { firstLanes, sumBytes } from './lanes'

/**
 * Splits interleaved red, green and blue into planes: luma, one channel, another channel.
 *
 * @param count  pixels; up to 15 bytes after each plane are written too, and 48 after the colours read
 * @param keptAt which channel goes to `kept`, 0 red to 2 blue, and which to `hidden`
 * @param least  a pixel is coloured where the first exceeds the second by more than this
 * @returns coloured pixels
 */
export function splitChannels(
  rgb: usize,
  count: i32,
  keptAt: i32,
  hiddenAt: i32,
  least: i32,
  seen: usize,
  kept: usize,
  hidden: usize,
): i32 {
  const limit = i8x16.splat(<i8>least)
  const none = i8x16.splat(0)
  let coloured: i32 = 0
  let from = rgb
  for (let i = 0; i < count; i += 16, from += 48) {
    const a = v128.load(from)
    const b = v128.load(from, 16)
    const c = v128.load(from, 32)
    const red = i8x16.shuffle(
      i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0),
      c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29,
    )
    const green = i8x16.shuffle(
      i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0),
      c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30,
    )
    const blue = i8x16.shuffle(
      i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0),
      c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31,
    )
    const own = keptAt === 0 ? red : keptAt === 1 ? green : blue
    const dark = hiddenAt === 0 ? red : hiddenAt === 1 ? green : blue
    v128.store(seen + i, lumaOf(red, green, blue))
    v128.store(kept + i, own)
    v128.store(hidden + i, dark)
    const excess = i8x16.sub_sat_u(i8x16.sub_sat_u(own, dark), limit)
    if (v128.any_true(excess)) {
      const isColoured = i8x16.ne(excess, none)
      coloured += sumBytes(i8x16.neg(v128.and(isColoured, firstLanes(min(16, count - i)))))
    }
  }
  return coloured
}

/** 77 red + 150 green + 29 blue, in 256ths. */
// @ts-ignore: decorator
@inline
function lumaOf(red: v128, green: v128, blue: v128): v128 {
  const r = i16x8.splat(77)
  const g = i16x8.splat(150)
  const b = i16x8.splat(29)
  const low = i16x8.add(
    i16x8.add(
      i16x8.mul(i16x8.extend_low_i8x16_u(red), r),
      i16x8.mul(i16x8.extend_low_i8x16_u(green), g),
    ),
    i16x8.mul(i16x8.extend_low_i8x16_u(blue), b),
  )
  const high = i16x8.add(
    i16x8.add(
      i16x8.mul(i16x8.extend_high_i8x16_u(red), r),
      i16x8.mul(i16x8.extend_high_i8x16_u(green), g),
    ),
    i16x8.mul(i16x8.extend_high_i8x16_u(blue), b),
  )
  return i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8))
}
