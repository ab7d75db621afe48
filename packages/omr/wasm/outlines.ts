/**
 * A place of the page: the first 64 bytes of what `bubbles.ts` describes, then for a target of the
 * outline search: half a line's play and how far outside to look, millimetres (f64), the address of its
 * outline (i32), and padding.
 */
const placeBytes: usize = 96
/** An outline: twenty points of x, y and the outward direction, f64; pairs across first, then up and down. */
const pointBytes: usize = 32
const pairs: i32 = 5
const points: i32 = 4 * pairs
/** Positions are stepped in 65536ths of a pixel. */
const one: f64 = 65536

/** Ink is counted in 256ths of a grey level below the paper. */
const inkOne: f32 = 256
/** Lanes of a vector, and how far a row method may leave its row or column, pixels. */
const lanes: i32 = 16
const mostDrift: f64 = 1.2

/**
 * Addresses of a point of the outline and of places along its normal, four i32 lanes: the point itself, a
 * little outside, a little inside, and beyond the line. A lane outside the picture is -1.
 */
// @ts-ignore: decorator
@inline
function placesAlong(
  width: i32,
  height: i32,
  place: usize,
  point: usize,
  dx: f64,
  dy: f64,
  along: v128,
): v128 {
  const px = load<f64>(point) + dx
  const py = load<f64>(point, 8) + dy
  const nx = load<f64>(point, 16)
  const ny = load<f64>(point, 24)
  const xx = load<f64>(place, 16)
  const yx = load<f64>(place, 24)
  const xy = load<f64>(place, 32)
  const yy = load<f64>(place, 40)
  const x = f32x4.splat(<f32>(load<f64>(place) + xx * px + xy * py + 0.5))
  const y = f32x4.splat(<f32>(load<f64>(place, 8) + yx * px + yy * py + 0.5))
  const ux = f32x4.splat(<f32>(xx * nx + xy * ny))
  const uy = f32x4.splat(<f32>(yx * nx + yy * ny))
  const columns = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(x, f32x4.mul(ux, along))))
  const rows = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(y, f32x4.mul(uy, along))))
  const outside = v128.or(
    i32x4.ge_u(columns, i32x4.splat(width)),
    i32x4.ge_u(rows, i32x4.splat(height)),
  )
  const addresses = i32x4.add(columns, i32x4.mul(rows, i32x4.splat(width)))
  return v128.or(addresses, outside)
}

/** Grey at an address, as bright as can be outside the picture. */
// @ts-ignore: decorator
@inline
function greyAt(page: usize, address: i32): i32 {
  return address < 0 ? 255 : <i32>load<u8>(page + address)
}

/** Ink of a grey level, 0 to `full`. */
// @ts-ignore: decorator
@inline
function inkOf(paper: i32, full: i32, grey: i32): i32 {
  const ink = paper - (grey << 8)
  return ink < 0 ? 0 : ink > full ? full : ink
}

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
    const isRow = steps <= lanes && Math.abs(reachY) <= mostDrift && Math.abs(reachX) < 14
    const isColumn = steps <= lanes && Math.abs(reachX) <= mostDrift
    const white = i8x16.splat(<i8>min(255, <i32>(paper + 0.5)))
    const most = i8x16.splat(<i8>min(255, <i32>(cap / scale + 0.5)))
    let low = i16x8.splat(0)
    let high = i16x8.splat(0)
    for (let p = 0; p < pairs; p++) {
      const first = outline + <usize>(2 * p) * pointBytes
      const second = first + pointBytes
      const ax = load<f64>(first) + startX
      const ay = load<f64>(first, 8) + startY
      const bx = load<f64>(second) + startX
      const by = load<f64>(second, 8) + startY
      const x1 = x + xx * ax + xy * ay + 0.5
      const y1 = y + yx * ax + yy * ay + 0.5
      const x2 = x + xx * bx + xy * by + 0.5
      const y2 = y + yx * bx + yy * by + 0.5
      let grey = i8x16.splat(-1)
      if (isRow && isRowInside(width, height, x1, y1, reachX) && isRowInside(width, height, x2, y2, reachX)) {
        grey = i8x16.max_u(
          pickRow(page, width, x1, y1 + 0.5 * reachY, stepX, reachX),
          pickRow(page, width, x2, y2 + 0.5 * reachY, stepX, reachX),
        )
      } else if (
        isColumn &&
        isColumnInside(width, height, x1 + 0.5 * reachX, y1, reachY) &&
        isColumnInside(width, height, x2 + 0.5 * reachX, y2, reachY)
      ) {
        pickColumn(page, width, x1 + 0.5 * reachX, y1, x2 + 0.5 * reachX, y2, stepY, steps, spare)
        grey = v128.load(spare)
      } else {
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

// @ts-ignore: decorator
@inline
function isRowInside(width: i32, height: i32, x: f64, y: f64, reach: f64): bool {
  const left = reach < 0 ? x + reach : x
  return left >= 0 && left + 17 < <f64>width && y >= 2 && y + 2 < <f64>height
}

// @ts-ignore: decorator
@inline
function isColumnInside(width: i32, height: i32, x: f64, y: f64, reach: f64): bool {
  const top = reach < 0 ? y + reach : y
  const bottom = reach < 0 ? y : y + reach
  return x >= 0 && x + 1 < <f64>width && top >= 0 && bottom + 1 < <f64>height
}

/** The pixels at up to sixteen steps along a row of the picture. */
// @ts-ignore: decorator
@inline
function pickRow(page: usize, width: i32, x: f64, y: f64, step: f64, reach: f64): v128 {
  const left = <i32>(reach < 0 ? x + reach : x)
  const start = i16x8.splat(<i16>((x - <f64>left) * 256))
  const ramp = i16x8.splat(<i16>(step * 256))
  const first = i16x8.add(start, i16x8.mul(ramp, i16x8(0, 1, 2, 3, 4, 5, 6, 7)))
  const second = i16x8.add(start, i16x8.mul(ramp, i16x8(8, 9, 10, 11, 12, 13, 14, 15)))
  const index = i8x16.narrow_i16x8_u(i16x8.shr_s(first, 8), i16x8.shr_s(second, 8))
  return i8x16.swizzle(v128.load(page + <i32>y * width + left), index)
}

/** The brighter of two columns' pixels at each step down the picture, a byte a step. */
// @ts-ignore: decorator
@inline
function pickColumn(
  page: usize,
  width: i32,
  x1: f64,
  y1: f64,
  x2: f64,
  y2: f64,
  step: f64,
  steps: i32,
  out: usize,
): void {
  const one1 = page + <i32>x1
  const one2 = page + <i32>x2
  const down = <i32>(step * one)
  let at1 = <i32>(y1 * one)
  let at2 = <i32>(y2 * one)
  for (let k = 0; k < steps; k++) {
    const a = <i32>load<u8>(one1 + (at1 >> 16) * width)
    const b = <i32>load<u8>(one2 + (at2 >> 16) * width)
    store<u8>(out + k, max(a, b))
    at1 += down
    at2 += down
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

/**
 * Share of each target's outline that is seen at its own offset: points where the ink is darker than
 * just outside by `contrast`, with some play along the normal.
 *
 * @param shifts two f64 a target
 */
export function outlinesSeen(
  page: usize,
  width: i32,
  height: i32,
  targets: usize,
  count: i32,
  shifts: usize,
  contrast: f64,
  out: usize,
): void {
  for (let t = 0; t < count; t++) {
    const place = targets + <usize>t * placeBytes
    const outline = <usize>load<i32>(place, 80)
    const play = <f32>load<f64>(place, 64)
    const along = f32x4(0, play, -play, <f32>load<f64>(place, 72))
    const dx = load<f64>(shifts + (<usize>t << 4))
    const dy = load<f64>(shifts + (<usize>t << 4), 8)
    const paper = <i32>(<f32>load<f64>(place, 48) * inkOne)
    const full = <i32>(inkOne / <f32>load<f64>(place, 56))
    const least = <i32>(<f64>full * contrast)
    let seen: i32 = 0
    for (let p = 0; p < points; p++) {
      const point = outline + <usize>p * pointBytes
      const at = placesAlong(width, height, place, point, dx, dy, along)
      const darkest = min(
        greyAt(page, i32x4.extract_lane(at, 0)),
        min(greyAt(page, i32x4.extract_lane(at, 1)), greyAt(page, i32x4.extract_lane(at, 2))),
      )
      const beyond = greyAt(page, i32x4.extract_lane(at, 3))
      seen += <i32>(inkOf(paper, full, darkest) - inkOf(paper, full, beyond) > least)
    }
    store<f64>(out + (<usize>t << 3), <f64>seen / <f64>points)
  }
}

/**
 * Mean ink on a target's outline above that just outside it, all moved by one offset: that of the target in
 * the middle of them, the upper of two.
 *
 * @param out room for a f64 a target
 */
export function usualRidge(
  page: usize,
  width: i32,
  height: i32,
  targets: usize,
  count: i32,
  dx: f64,
  dy: f64,
  out: usize,
): f64 {
  for (let t = 0; t < count; t++) {
    const place = targets + <usize>t * placeBytes
    const outline = <usize>load<i32>(place, 80)
    const along = f32x4(0, 0, 0, <f32>load<f64>(place, 72))
    const paper = <i32>(<f32>load<f64>(place, 48) * inkOne)
    const full = <i32>(inkOne / <f32>load<f64>(place, 56))
    let sum: i32 = 0
    for (let p = 0; p < points; p++) {
      const point = outline + <usize>p * pointBytes
      const at = placesAlong(width, height, place, point, dx, dy, along)
      sum +=
        inkOf(paper, full, greyAt(page, i32x4.extract_lane(at, 0))) -
        inkOf(paper, full, greyAt(page, i32x4.extract_lane(at, 3)))
    }
    insertSorted(out, t, <f64>sum / <f64>(full * points))
  }
  return count > 0 ? load<f64>(out + (<usize>(count >> 1) << 3)) : 0
}

/** Puts a value into `count` sorted ones. */
// @ts-ignore: decorator
@inline
function insertSorted(sorted: usize, count: i32, value: f64): void {
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
    const centre = v128.load(place)
    const along = v128.load(place + (side === 0 ? 16 : 32))
    const dark = lightestInk(load<f64>(place, 48), load<f64>(place, 56), level)
    for (let k = -n; k <= n; k++) {
      const at = f64x2.add(centre, f64x2.mul(along, f64x2.splat(<f64>k * step)))
      const pixel = i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(f64x2.add(at, half)))
      const column = i32x4.extract_lane(pixel, 0)
      const row = i32x4.extract_lane(pixel, 1)
      if (<u32>column >= <u32>width || <u32>row >= <u32>height) continue
      const slot = out + (<usize>(k + n) << 2)
      const isDark = <i32>(<i32>load<u8>(page + row * width + column) <= dark)
      store<u32>(slot, load<u32>(slot) + isDark)
    }
  }
}

/** The lightest grey whose ink is more than `level`, -1 where none is. */
// @ts-ignore: decorator
@inline
function lightestInk(paper: f64, scale: f64, level: f64): i32 {
  let grey = <i32>(paper - level / scale) + 1
  while (grey >= 0 && !((paper - <f64>grey) * scale > level)) grey--
  return grey
}
