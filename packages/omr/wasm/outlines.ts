/**
 * A place of the page: the first 64 bytes of what `bubbles.ts` describes, then for a target of the
 * outline search: half a line's play and how far outside to look, millimetres (f64), the address of its
 * outline (i32), and padding.
 */
export const placeBytes: usize = 96
/** An outline: twenty points of x, y and the outward direction, f64; pairs across first, then up and down. */
export const pointBytes: usize = 32
const pairs: i32 = 5
export const points: i32 = 4 * pairs
/** Positions are stepped in 65536ths of a pixel. */
const one: f64 = 65536

/** Lanes of a vector, and how far a row method may leave its row or column, pixels. */
const lanes: i32 = 16
const mostDrift: f64 = 1.2
/** Furthest that its steps may reach along it, so that sixteen pixels hold them. */
const mostAlong: f64 = 14

/**
 * How strongly outlines appear at a row of offsets, summed over targets: for each of the `2 n + 1` steps
 * the mean over pairs of the fainter end's ink, at most `cap`. Both ends of a pair must be dark at once:
 * one edge alone may be a neighbour's or a letter.
 *
 * @param side 0 for the pairs straight across, stepped along x; 1 for those up and down, along y
 * @param out  f64 a step, and after them room for 64 bytes
 */
export function outlineProfile(
  page: usize,
  width: i32,
  height: i32,
  targets: usize,
  count: i32,
  side: i32,
  dx: f64,
  dy: f64,
  n: i32,
  step: f64,
  cap: f64,
  out: usize,
): void {
  const steps = 2 * n + 1
  const spare = out + (<usize>steps << 3)
  memory.fill(out, 0, <usize>steps << 3)
  const half = <f64>n * step
  const startX = dx - (side === 0 ? half : 0)
  const startY = dy - (side === 0 ? 0 : half)
  for (let t = 0; t < count; t++) {
    const place = targets + <usize>t * placeBytes
    const outline = <usize>load<i32>(place, 80) + (side === 0 ? 0 : 2 * <usize>pairs * pointBytes)
    const x = load<f64>(place)
    const y = load<f64>(place, 8)
    const xx = load<f64>(place, 16)
    const yx = load<f64>(place, 24)
    const xy = load<f64>(place, 32)
    const yy = load<f64>(place, 40)
    const paper = load<f64>(place, 48)
    const scale = load<f64>(place, 56)
    const stepX = (side === 0 ? xx : xy) * step
    const stepY = (side === 0 ? yx : yy) * step
    const reachX = stepX * <f64>(steps - 1)
    const reachY = stepY * <f64>(steps - 1)
    const isRow = steps <= lanes && Math.abs(reachY) <= mostDrift && Math.abs(reachX) < mostAlong
    const isColumn = steps <= lanes && Math.abs(reachX) <= mostDrift
    const isShort = Math.abs(reachY) < mostAlong
    const ramp = i16x8.splat(isRow ? <i16>(stepX * 256) : 0)
    const firstRamp = i16x8.mul(ramp, i16x8(0, 1, 2, 3, 4, 5, 6, 7))
    const secondRamp = i16x8.mul(ramp, i16x8(8, 9, 10, 11, 12, 13, 14, 15))
    const down = isColumn ? <i32>(stepY * one) : 0
    const downs = i32x4.splat(down)
    const down1 = i32x4.mul(downs, i32x4(0, 1, 2, 3))
    const down2 = i32x4.add(down1, i32x4.shl(downs, 2))
    const down3 = i32x4.add(down2, i32x4.shl(downs, 2))
    const down4 = i32x4.add(down3, i32x4.shl(downs, 2))
    const middleX = f64x2.splat(0.5 * reachX)
    const middleY = f64x2.splat(0.5 * reachY)
    const leastX = f64x2.splat(Math.min(reachX, 0))
    const white = i8x16.splat(<i8>min(255, <i32>(paper + 0.5)))
    const most = i8x16.splat(<i8>min(255, <i32>(cap / scale + 0.5)))
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    for (let p = 0; p < pairs; p++) {
      const first = outline + <usize>(2 * p) * pointBytes
      const second = first + pointBytes
      // Both ends of the pair at once, a lane each.
      const one1 = v128.load(first)
      const one2 = v128.load(second)
      const px = f64x2.add(v128.shuffle<f64>(one1, one2, 0, 2), f64x2.splat(startX))
      const py = f64x2.add(v128.shuffle<f64>(one1, one2, 1, 3), f64x2.splat(startY))
      const atX = f64x2.add(along(x, xx, xy, px, py), f64x2.splat(0.5))
      const atY = f64x2.add(along(y, yx, yy, px, py), f64x2.splat(0.5))
      let grey = i8x16.splat(-1)
      if (isRow && areRowsInside(width, height, atX, atY, leastX)) {
        const left = i32x4.trunc_sat_f64x2_s_zero(f64x2.add(atX, leastX))
        const row = i32x4.trunc_sat_f64x2_s_zero(f64x2.add(atY, middleY))
        const past = f64x2.sub(atX, f64x2.convert_low_i32x4_s(left))
        const start = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(past, f64x2.splat(256)))
        const from = i32x4.add(left, i32x4.mul(row, i32x4.splat(width)))
        grey = i8x16.max_u(
          pickRow(page + i32x4.extract_lane(from, 0), i32x4.extract_lane(start, 0), firstRamp, secondRamp),
          pickRow(page + i32x4.extract_lane(from, 1), i32x4.extract_lane(start, 1), firstRamp, secondRamp),
        )
      } else if (isColumn && areColumnsInside(width, height, f64x2.add(atX, middleX), atY, reachY)) {
        const columns = i32x4.trunc_sat_f64x2_s_zero(f64x2.add(atX, middleX))
        const starts = i32x4.trunc_sat_f64x2_s_zero(f64x2.mul(atY, f64x2.splat(one)))
        const c1 = page + i32x4.extract_lane(columns, 0)
        const c2 = page + i32x4.extract_lane(columns, 1)
        const s1 = i32x4.extract_lane(starts, 0)
        const s2 = i32x4.extract_lane(starts, 1)
        if (isShort) {
          const last = down * (steps - 1)
          grey = i8x16.max_u(
            pickColumn(c1, width, s1, last, down1, down2, down3, down4),
            pickColumn(c2, width, s2, last, down1, down2, down3, down4),
          )
        } else {
          stepColumns(c1, c2, width, s1, s2, down, steps, spare)
          grey = v128.load(spare)
        }
      } else {
        const x1 = f64x2.extract_lane(atX, 0)
        const y1 = f64x2.extract_lane(atY, 0)
        const x2 = f64x2.extract_lane(atX, 1)
        const y2 = f64x2.extract_lane(atY, 1)
        addPoints(page, width, height, x1, y1, x2, y2, stepX, stepY, steps, paper, scale, cap, out)
        continue
      }
      const ink = i8x16.min_u(i8x16.sub_sat_u(white, grey), most)
      low = i16x8.add(low, i16x8.extend_low_i8x16_u(ink))
      high = i16x8.add(high, i16x8.extend_high_i8x16_u(ink))
    }
    v128.store(spare, low)
    v128.store(spare, high, 16)
    const share = scale / <f64>pairs
    for (let k = 0; k < min(steps, lanes); k++) {
      const slot = out + (<usize>k << 3)
      store<f64>(slot, load<f64>(slot) + <f64>load<u16>(spare + (<usize>k << 1)) * share)
    }
  }
}

/** One coordinate of two places, moved by offsets in millimetres. */
// @ts-ignore: decorator
@inline
function along(from: f64, right: f64, down: f64, dx: v128, dy: v128): v128 {
  const moved = f64x2.add(f64x2.splat(from), f64x2.mul(f64x2.splat(right), dx))
  return f64x2.add(moved, f64x2.mul(f64x2.splat(down), dy))
}

// @ts-ignore: decorator
@inline
function areRowsInside(width: i32, height: i32, x: v128, y: v128, leastX: v128): bool {
  const left = f64x2.add(x, leastX)
  const right = f64x2.add(left, f64x2.splat(17))
  const below = f64x2.add(y, f64x2.splat(2))
  const across = v128.and(
    f64x2.ge(left, f64x2.splat(0)),
    f64x2.lt(right, f64x2.splat(<f64>width)),
  )
  const upDown = v128.and(f64x2.ge(y, f64x2.splat(2)), f64x2.lt(below, f64x2.splat(<f64>height)))
  return i64x2.all_true(v128.and(across, upDown))
}

// @ts-ignore: decorator
@inline
function areColumnsInside(width: i32, height: i32, x: v128, y: v128, reach: f64): bool {
  const top = f64x2.add(y, f64x2.splat(Math.min(reach, 0)))
  const below = f64x2.add(f64x2.add(y, f64x2.splat(Math.max(reach, 0))), f64x2.splat(1))
  const right = f64x2.add(x, f64x2.splat(1))
  const across = v128.and(f64x2.ge(x, f64x2.splat(0)), f64x2.lt(right, f64x2.splat(<f64>width)))
  const upDown = v128.and(
    f64x2.ge(top, f64x2.splat(0)),
    f64x2.lt(below, f64x2.splat(<f64>height)),
  )
  return i64x2.all_true(v128.and(across, upDown))
}

/**
 * The pixels at up to sixteen steps along a row of the picture.
 *
 * @param from  the first pixel that is needed
 * @param start where the steps begin, 256ths of a pixel to the right of it
 */
// @ts-ignore: decorator
@inline
function pickRow(from: usize, start: i32, firstRamp: v128, secondRamp: v128): v128 {
  const starts = i16x8.splat(<i16>start)
  const first = i16x8.shr_s(i16x8.add(starts, firstRamp), 8)
  const second = i16x8.shr_s(i16x8.add(starts, secondRamp), 8)
  return i8x16.swizzle(v128.load(from), i8x16.narrow_i16x8_u(first, second))
}

/**
 * The pixels at up to sixteen steps down the picture that leave no more than sixteen rows: the rows are
 * gathered first. Those below the last are loaded and not used; behind a page there is room.
 *
 * @param column the column's pixel in the picture's first row
 * @param at     where the steps begin; it, the last and the others are 65536ths of a pixel
 */
// @ts-ignore: decorator
@inline
function pickColumn(
  column: usize,
  width: i32,
  at: i32,
  last: i32,
  down1: v128,
  down2: v128,
  down3: v128,
  down4: v128,
): v128 {
  const top = (at + min(0, last)) >> 16
  const rows = ((at + max(0, last)) >> 16) - top + 1
  const from = column + top * width
  let pixels = v128.load8_splat(from)
  pixels = v128.load8_lane(from + width, pixels, 1)
  pixels = v128.load8_lane(from + 2 * width, pixels, 2)
  pixels = v128.load8_lane(from + 3 * width, pixels, 3)
  pixels = v128.load8_lane(from + 4 * width, pixels, 4)
  pixels = v128.load8_lane(from + 5 * width, pixels, 5)
  pixels = v128.load8_lane(from + 6 * width, pixels, 6)
  pixels = v128.load8_lane(from + 7 * width, pixels, 7)
  if (rows > 8) {
    pixels = v128.load8_lane(from + 8 * width, pixels, 8)
    pixels = v128.load8_lane(from + 9 * width, pixels, 9)
    pixels = v128.load8_lane(from + 10 * width, pixels, 10)
    pixels = v128.load8_lane(from + 11 * width, pixels, 11)
  }
  if (rows > 12) {
    pixels = v128.load8_lane(from + 12 * width, pixels, 12)
    pixels = v128.load8_lane(from + 13 * width, pixels, 13)
    pixels = v128.load8_lane(from + 14 * width, pixels, 14)
    pixels = v128.load8_lane(from + 15 * width, pixels, 15)
  }
  const start = i32x4.splat(at - (top << 16))
  const first = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(start, down1), 16),
    i32x4.shr_s(i32x4.add(start, down2), 16),
  )
  const second = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(start, down3), 16),
    i32x4.shr_s(i32x4.add(start, down4), 16),
  )
  return i8x16.swizzle(pixels, i8x16.narrow_i16x8_u(first, second))
}

/** The brighter of two columns' pixels at each step down the picture, a byte a step. */
// @ts-ignore: decorator
@inline
function stepColumns(
  first: usize,
  second: usize,
  width: i32,
  firstAt: i32,
  secondAt: i32,
  down: i32,
  steps: i32,
  out: usize,
): void {
  for (let k = 0; k < steps; k++) {
    const a = <i32>load<u8>(first + (firstAt >> 16) * width)
    const b = <i32>load<u8>(second + (secondAt >> 16) * width)
    store<u8>(out + k, max(a, b))
    firstAt += down
    secondAt += down
  }
}

/** The same for any direction, and where steps leave the picture. */
function addPoints(
  page: usize,
  width: i32,
  height: i32,
  x1: f64,
  y1: f64,
  x2: f64,
  y2: f64,
  stepX: f64,
  stepY: f64,
  steps: i32,
  paper: f64,
  scale: f64,
  cap: f64,
  out: usize,
): void {
  for (let k = 0; k < steps; k++) {
    const c1 = <i32>Math.floor(x1 + <f64>k * stepX)
    const r1 = <i32>Math.floor(y1 + <f64>k * stepY)
    const c2 = <i32>Math.floor(x2 + <f64>k * stepX)
    const r2 = <i32>Math.floor(y2 + <f64>k * stepY)
    if (<u32>c1 >= <u32>width || <u32>c2 >= <u32>width) continue
    if (<u32>r1 >= <u32>height || <u32>r2 >= <u32>height) continue
    const grey = max(
      <i32>load<u8>(page + r1 * width + c1),
      <i32>load<u8>(page + r2 * width + c2),
    )
    const ink = (paper - <f64>grey) * scale
    const slot = out + (<usize>k << 3)
    store<f64>(slot, load<f64>(slot) + Math.max(0, Math.min(cap, ink)) / <f64>pairs)
  }
}

/** Puts a value into `count` sorted ones. */
// @ts-ignore: decorator
@inline
export function insertSorted(sorted: usize, count: i32, value: f64): void {
  let at = sorted + (<usize>count << 3)
  while (at > sorted && load<f64>(at - 8) > value) {
    store<f64>(at, load<f64>(at - 8))
    at -= 8
  }
  store<f64>(at, value)
}

/**
 * One-dimensional searches, in turn along x and y and once more, around an offset, `n` steps to either side.
 *
 * @param out where the offset is given and answered, two f64; then room for a profile, and for its values
 *   once more
 */
export function fineShift(
  page: usize,
  width: i32,
  height: i32,
  targets: usize,
  count: i32,
  n: i32,
  step: f64,
  cap: f64,
  out: usize,
): void {
  const profile = out + 16
  for (let round = 0; round < 4; round++) {
    const side = round & 1
    const dx = load<f64>(out)
    const dy = load<f64>(out, 8)
    outlineProfile(page, width, height, targets, count, side, dx, dy, n, step, cap, profile)
    const moved = out + (<usize>side << 3)
    store<f64>(moved, load<f64>(moved) + peak(profile, n, step))
  }
}

/** The centre of the highest place of a profile: flat tops (thick lines) give their middle. */
function peak(values: usize, n: i32, step: f64): f64 {
  const count = 2 * n + 1
  const sorted = values + (<usize>count << 3)
  let middle: i32 = 0
  for (let i = 0; i < count; i++) {
    const value = load<f64>(values + (<usize>i << 3))
    if (value > load<f64>(values + (<usize>middle << 3))) middle = i
    insertSorted(sorted, i, value)
  }
  const top = load<f64>(values + (<usize>middle << 3))
  const low = load<f64>(sorted + (<usize>(count >> 1) << 3))
  if (top <= 0 || top - low < 1e-6) return 0
  const floor = low + (top - low) * 0.6
  let weight: f64 = 0
  let moment: f64 = 0
  let i = middle
  for (; i >= 0; i--) {
    const above = load<f64>(values + (<usize>i << 3)) - floor
    if (!(load<f64>(values + (<usize>i << 3)) > floor)) break
    weight += above
    moment += above * <f64>(i - n) * step
  }
  for (i = middle + 1; i < count; i++) {
    const above = load<f64>(values + (<usize>i << 3)) - floor
    if (!(load<f64>(values + (<usize>i << 3)) > floor)) break
    weight += above
    moment += above * <f64>(i - n) * step
  }
  return weight > 0 ? moment / weight : 0
}
