import { sumQuads } from './lanes'
import { insertSorted, placeBytes, pointBytes, points } from './outlines'

/** Ink is counted in 256ths of a grey level below the paper. */
const inkOne: f32 = 256
/** Points that are looked at together; of each is kept where it lies and its normal there, four f32. */
const together: i32 = 4
const spotBytes: usize = <usize>points * 4

/** Where the points of an outline, moved by an offset, lie in the picture, and their normals there. */
// @ts-ignore: decorator
@inline
function placePoints(place: usize, outline: usize, dx: f64, dy: f64, spots: usize): void {
  const x = f64x2.splat(load<f64>(place))
  const y = f64x2.splat(load<f64>(place, 8))
  const xx = f64x2.splat(load<f64>(place, 16))
  const yx = f64x2.splat(load<f64>(place, 24))
  const xy = f64x2.splat(load<f64>(place, 32))
  const yy = f64x2.splat(load<f64>(place, 40))
  const shiftX = f64x2.splat(dx)
  const shiftY = f64x2.splat(dy)
  const half = f64x2.splat(0.5)
  for (let p = 0; p < points; p += 2) {
    const point = outline + <usize>p * pointBytes
    const first = v128.load(point)
    const second = v128.load(point + pointBytes)
    const firstNormal = v128.load(point, 16)
    const secondNormal = v128.load(point + pointBytes, 16)
    const px = f64x2.add(v128.shuffle<f64>(first, second, 0, 2), shiftX)
    const py = f64x2.add(v128.shuffle<f64>(first, second, 1, 3), shiftY)
    const nx = v128.shuffle<f64>(firstNormal, secondNormal, 0, 2)
    const ny = v128.shuffle<f64>(firstNormal, secondNormal, 1, 3)
    const atX = f64x2.add(f64x2.add(f64x2.add(x, f64x2.mul(xx, px)), f64x2.mul(xy, py)), half)
    const atY = f64x2.add(f64x2.add(f64x2.add(y, f64x2.mul(yx, px)), f64x2.mul(yy, py)), half)
    const ux = f64x2.add(f64x2.mul(xx, nx), f64x2.mul(xy, ny))
    const uy = f64x2.add(f64x2.mul(yx, nx), f64x2.mul(yy, ny))
    const spot = spots + (<usize>p << 2)
    v128.store64_lane(spot, f32x4.demote_f64x2_zero(atX), 0)
    v128.store64_lane(spot + spotBytes, f32x4.demote_f64x2_zero(atY), 0)
    v128.store64_lane(spot + 2 * spotBytes, f32x4.demote_f64x2_zero(ux), 0)
    v128.store64_lane(spot + 3 * spotBytes, f32x4.demote_f64x2_zero(uy), 0)
  }
}

/** Grey of four points, moved along their normals; as bright as can be outside the picture. */
// @ts-ignore: decorator
@inline
function greysAlong(page: usize, width: i32, height: i32, spot: usize, along: v128): v128 {
  const x = f32x4.add(v128.load(spot), f32x4.mul(v128.load(spot + 2 * spotBytes), along))
  const y = f32x4.add(v128.load(spot + spotBytes), f32x4.mul(v128.load(spot + 3 * spotBytes), along))
  const columns = i32x4.trunc_sat_f32x4_s(f32x4.floor(x))
  const rows = i32x4.trunc_sat_f32x4_s(f32x4.floor(y))
  const outside = v128.or(
    i32x4.ge_u(columns, i32x4.splat(width)),
    i32x4.ge_u(rows, i32x4.splat(height)),
  )
  const addresses = i32x4.add(columns, i32x4.mul(rows, i32x4.splat(width)))
  // Outside, the page's first pixel is loaded and not used.
  const inside = v128.andnot(addresses, outside)
  let greys = i32x4.splat(load<u8>(page + i32x4.extract_lane(inside, 0)))
  greys = i32x4.replace_lane(greys, 1, load<u8>(page + i32x4.extract_lane(inside, 1)))
  greys = i32x4.replace_lane(greys, 2, load<u8>(page + i32x4.extract_lane(inside, 2)))
  greys = i32x4.replace_lane(greys, 3, load<u8>(page + i32x4.extract_lane(inside, 3)))
  return v128.bitselect(i32x4.splat(255), greys, outside)
}

/** Ink of four grey levels, 0 to `full`. */
// @ts-ignore: decorator
@inline
function inkOf(paper: v128, full: v128, greys: v128): v128 {
  const ink = i32x4.sub(paper, i32x4.shl(greys, 8))
  return i32x4.min_s(i32x4.max_s(ink, i32x4.splat(0)), full)
}

/**
 * Share of each target's outline that is seen at its own offset: points where the ink is darker than
 * just outside by `contrast`, with some play along the normal.
 *
 * @param shifts two f64 a target
 * @param out    a f64 a target, and after them room for 320 bytes
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
  const spots = out + (<usize>count << 3)
  for (let t = 0; t < count; t++) {
    const place = targets + <usize>t * placeBytes
    const play = f32x4.splat(<f32>load<f64>(place, 64))
    const outside = f32x4.splat(<f32>load<f64>(place, 72))
    const dx = load<f64>(shifts + (<usize>t << 4))
    const dy = load<f64>(shifts + (<usize>t << 4), 8)
    const full = <i32>(inkOne / <f32>load<f64>(place, 56))
    const most = i32x4.splat(full)
    const least = i32x4.splat(<i32>(<f64>full * contrast))
    const paper = i32x4.splat(<i32>(<f32>load<f64>(place, 48) * inkOne))
    placePoints(place, <usize>load<i32>(place, 80), dx, dy, spots)
    let seen: i32 = 0
    for (let p = 0; p < points; p += together) {
      const spot = spots + (<usize>p << 2)
      const on = greysAlong(page, width, height, spot, f32x4.splat(0))
      const out = greysAlong(page, width, height, spot, play)
      const inside = greysAlong(page, width, height, spot, f32x4.neg(play))
      const beyond = greysAlong(page, width, height, spot, outside)
      const darkest = i32x4.min_s(on, i32x4.min_s(out, inside))
      const rise = i32x4.sub(inkOf(paper, most, darkest), inkOf(paper, most, beyond))
      seen += popcnt(i32x4.bitmask(i32x4.gt_s(rise, least)))
    }
    store<f64>(out + (<usize>t << 3), <f64>seen / <f64>points)
  }
}

/**
 * Mean ink on a target's outline above that just outside it, all moved by one offset: that of the target in
 * the middle of them, the upper of two.
 *
 * @param out room for a f64 a target, and after them for 320 bytes
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
  const spots = out + (<usize>count << 3)
  for (let t = 0; t < count; t++) {
    const place = targets + <usize>t * placeBytes
    const outside = f32x4.splat(<f32>load<f64>(place, 72))
    const full = <i32>(inkOne / <f32>load<f64>(place, 56))
    const most = i32x4.splat(full)
    const paper = i32x4.splat(<i32>(<f32>load<f64>(place, 48) * inkOne))
    placePoints(place, <usize>load<i32>(place, 80), dx, dy, spots)
    let rise = i32x4.splat(0)
    for (let p = 0; p < points; p += together) {
      const spot = spots + (<usize>p << 2)
      const on = greysAlong(page, width, height, spot, f32x4.splat(0))
      const beyond = greysAlong(page, width, height, spot, outside)
      rise = i32x4.add(rise, i32x4.sub(inkOf(paper, most, on), inkOf(paper, most, beyond)))
    }
    insertSorted(out, t, <f64>sumQuads(rise) / <f64>(full * points))
  }
  return count > 0 ? load<f64>(out + (<usize>(count >> 1) << 3)) : 0
}
