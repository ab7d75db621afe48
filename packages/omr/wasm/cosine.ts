/** Where behind a block the sum of its pixels is put, u16. */
export const sumAt: usize = 128

/** Cosines of the transform of Arai, Agui and Nakajima, in 32768ths. */
const halfTurn: i16 = 23170
const sixth: i16 = 12540
const lesser: i16 = 17734
/** What is above one of 1.306562965. */
const greater: i16 = 10045

/**
 * The cosine transform of 8 x 8 pixels, two rows to a vector, as whole multiples of the quantization steps.
 *
 * @param shares and `halvings`: what a coefficient is multiplied by, in 32768ths, first to hold all that
 *   counts of it in 15 bits and then to come down to its step
 * @param masks for each column and each choice of its eight coefficients, the bits of these
 * @param block 64 i16, a vector for each column of coefficients, top to bottom, of which the first is not to be
 *   used; behind them, where pixels over the picture's edge may have been, the sum of the pixels
 * @returns which coefficients but the first are not zero, a bit for each in the order of the file
 */
// @ts-ignore: decorator
@inline
export function transform(
  r01: v128,
  r23: v128,
  r45: v128,
  r67: v128,
  shares: usize,
  halvings: usize,
  masks: usize,
  block: usize,
): u64 {
  // Twice the grey, for a bit more of what is lost in rounding.
  let d0 = i16x8.shl(i16x8.extend_low_i8x16_u(r01), 1)
  let d1 = i16x8.shl(i16x8.extend_high_i8x16_u(r01), 1)
  let d2 = i16x8.shl(i16x8.extend_low_i8x16_u(r23), 1)
  let d3 = i16x8.shl(i16x8.extend_high_i8x16_u(r23), 1)
  let d4 = i16x8.shl(i16x8.extend_low_i8x16_u(r45), 1)
  let d5 = i16x8.shl(i16x8.extend_high_i8x16_u(r45), 1)
  let d6 = i16x8.shl(i16x8.extend_low_i8x16_u(r67), 1)
  let d7 = i16x8.shl(i16x8.extend_high_i8x16_u(r67), 1)
  for (let pass = 0; pass < 2; pass++) {
    const s0 = i16x8.add(d0, d7)
    const s7 = i16x8.sub(d0, d7)
    const s1 = i16x8.add(d1, d6)
    const s6 = i16x8.sub(d1, d6)
    const s2 = i16x8.add(d2, d5)
    const s5 = i16x8.sub(d2, d5)
    const s3 = i16x8.add(d3, d4)
    const s4 = i16x8.sub(d3, d4)
    const e0 = i16x8.add(s0, s3)
    const e3 = i16x8.sub(s0, s3)
    const e1 = i16x8.add(s1, s2)
    const e2 = i16x8.sub(s1, s2)
    const z1 = part(i16x8.add(e2, e3), halfTurn)
    d0 = i16x8.add(e0, e1)
    d4 = i16x8.sub(e0, e1)
    d2 = i16x8.add(e3, z1)
    d6 = i16x8.sub(e3, z1)
    const o0 = i16x8.add(s4, s5)
    const o1 = i16x8.add(s5, s6)
    const o2 = i16x8.add(s6, s7)
    const z5 = part(i16x8.sub(o0, o2), sixth)
    const z2 = i16x8.add(part(o0, lesser), z5)
    const z4 = i16x8.add(i16x8.add(part(o2, greater), o2), z5)
    const z3 = part(o1, halfTurn)
    const z11 = i16x8.add(s7, z3)
    const z13 = i16x8.sub(s7, z3)
    d5 = i16x8.add(z13, z2)
    d3 = i16x8.sub(z13, z2)
    d1 = i16x8.add(z11, z4)
    d7 = i16x8.sub(z11, z4)
    if (pass === 1) break
    // Rows become columns.
    const a0 = v128.shuffle<i16>(d0, d1, 0, 8, 1, 9, 2, 10, 3, 11)
    const a1 = v128.shuffle<i16>(d0, d1, 4, 12, 5, 13, 6, 14, 7, 15)
    const a2 = v128.shuffle<i16>(d2, d3, 0, 8, 1, 9, 2, 10, 3, 11)
    const a3 = v128.shuffle<i16>(d2, d3, 4, 12, 5, 13, 6, 14, 7, 15)
    const a4 = v128.shuffle<i16>(d4, d5, 0, 8, 1, 9, 2, 10, 3, 11)
    const a5 = v128.shuffle<i16>(d4, d5, 4, 12, 5, 13, 6, 14, 7, 15)
    const a6 = v128.shuffle<i16>(d6, d7, 0, 8, 1, 9, 2, 10, 3, 11)
    const a7 = v128.shuffle<i16>(d6, d7, 4, 12, 5, 13, 6, 14, 7, 15)
    const b0 = v128.shuffle<i32>(a0, a2, 0, 4, 1, 5)
    const b1 = v128.shuffle<i32>(a0, a2, 2, 6, 3, 7)
    const b2 = v128.shuffle<i32>(a1, a3, 0, 4, 1, 5)
    const b3 = v128.shuffle<i32>(a1, a3, 2, 6, 3, 7)
    const b4 = v128.shuffle<i32>(a4, a6, 0, 4, 1, 5)
    const b5 = v128.shuffle<i32>(a4, a6, 2, 6, 3, 7)
    const b6 = v128.shuffle<i32>(a5, a7, 0, 4, 1, 5)
    const b7 = v128.shuffle<i32>(a5, a7, 2, 6, 3, 7)
    d0 = v128.shuffle<i64>(b0, b4, 0, 2)
    d1 = v128.shuffle<i64>(b0, b4, 1, 3)
    d2 = v128.shuffle<i64>(b1, b5, 0, 2)
    d3 = v128.shuffle<i64>(b1, b5, 1, 3)
    d4 = v128.shuffle<i64>(b2, b6, 0, 2)
    d5 = v128.shuffle<i64>(b2, b6, 1, 3)
    d6 = v128.shuffle<i64>(b3, b7, 0, 2)
    d7 = v128.shuffle<i64>(b3, b7, 1, 3)
  }
  store<u16>(block, i16x8.extract_lane_u(d0, 0) >> 1, sumAt)
  d0 = keep(d0, 0, shares, halvings, block)
  d1 = keep(d1, 16, shares, halvings, block)
  d2 = keep(d2, 32, shares, halvings, block)
  d3 = keep(d3, 48, shares, halvings, block)
  d4 = keep(d4, 64, shares, halvings, block)
  d5 = keep(d5, 80, shares, halvings, block)
  d6 = keep(d6, 96, shares, halvings, block)
  d7 = keep(d7, 112, shares, halvings, block)
  const n01 = <usize>chosen(d0, d1)
  const n23 = <usize>chosen(d2, d3)
  const n45 = <usize>chosen(d4, d5)
  const n67 = <usize>chosen(d6, d7)
  return (
    load<u64>(masks + ((n01 & 254) << 3)) |
    load<u64>(masks + 2048 + ((n01 >> 8) << 3)) |
    load<u64>(masks + 4096 + ((n23 & 255) << 3)) |
    load<u64>(masks + 6144 + ((n23 >> 8) << 3)) |
    load<u64>(masks + 8192 + ((n45 & 255) << 3)) |
    load<u64>(masks + 10240 + ((n45 >> 8) << 3)) |
    load<u64>(masks + 12288 + ((n67 & 255) << 3)) |
    load<u64>(masks + 14336 + ((n67 >> 8) << 3))
  )
}

/** A bit for each of sixteen coefficients that is not zero. */
// @ts-ignore: decorator
@inline
function chosen(left: v128, right: v128): i32 {
  // Magnitudes above 127 stay above zero.
  return 0xffff ^ i8x16.bitmask(i8x16.eq(i8x16.narrow_i16x8_s(left, right), i8x16.splat(0)))
}

// @ts-ignore: decorator
@inline
function part(value: v128, share: i16): v128 {
  return v128.relaxed_q15mulr<i16>(value, i16x8.splat(share))
}

// @ts-ignore: decorator
@inline
function keep(value: v128, at: usize, shares: usize, halvings: usize, block: usize): v128 {
  const fine = v128.relaxed_q15mulr<i16>(value, v128.load(shares + at))
  const steps = v128.relaxed_q15mulr<i16>(fine, v128.load(halvings + at))
  v128.store(block + at, steps)
  return steps
}
