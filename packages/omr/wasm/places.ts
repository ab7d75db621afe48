/** A place as `bubbles.ts` describes it, and an outline as `outlines.ts` does. */
const placeBytes: usize = 96
const outlineBytes: usize = 640
/** Least difference between paper and ink that is used as full scale, in grey levels. */
const leastContrast: f64 = 24

/**
 * Writes the places of sheet points on a flat page: everything up to the scale of the ink.
 *
 * @param points   f64 x and y of each, sheet millimetres
 * @param map      nine f64: sheet millimetres to pixels
 * @param levels   paper of each tile, one byte a tile
 * @param inkShare grey of full ink as a share of the paper
 */
export function writePlaces(
  points: usize,
  count: i32,
  map: usize,
  tile: i32,
  columns: i32,
  rows: i32,
  levels: usize,
  inkShare: f64,
  places: usize,
): void {
  const a = load<f64>(map)
  const b = load<f64>(map, 8)
  const c = load<f64>(map, 16)
  const d = load<f64>(map, 24)
  const e = load<f64>(map, 32)
  const f = load<f64>(map, 40)
  const g = load<f64>(map, 48)
  const h = load<f64>(map, 56)
  const i = load<f64>(map, 64)
  for (let k = 0; k < count; k++) {
    const x = load<f64>(points + (<usize>k << 4))
    const y = load<f64>(points + (<usize>k << 4), 8)
    const w = g * x + h * y + i
    const px = (a * x + b * y + c) / w
    const py = (d * x + e * y + f) / w
    const paper = paperAt(levels, tile, columns, rows, px, py)
    const place = places + <usize>k * placeBytes
    store<f64>(place, px)
    store<f64>(place, py, 8)
    store<f64>(place, (a - px * g) / w, 16)
    store<f64>(place, (d - py * g) / w, 24)
    store<f64>(place, (b - px * h) / w, 32)
    store<f64>(place, (e - py * h) / w, 40)
    store<f64>(place, paper, 48)
    store<f64>(place, 1 / max(leastContrast, paper - paper * inkShare), 56)
  }
}

/** Paper brightness at a pixel, interpolated between tile centres. */
// @ts-ignore: decorator
@inline
function paperAt(levels: usize, tile: i32, columns: i32, rows: i32, x: f64, y: f64): f64 {
  const u = min(<f64>(columns - 1), max<f64>(0, x / <f64>tile - 0.5))
  const v = min(<f64>(rows - 1), max<f64>(0, y / <f64>tile - 0.5))
  const column = min(columns - 1, <i32>Math.floor(u))
  const row = min(rows - 1, <i32>Math.floor(v))
  const right = min(columns - 1, column + 1)
  const below = min(rows - 1, row + 1)
  const fu = u - <f64>column
  const fv = v - <f64>row
  const line = levels + row * columns
  const next = levels + below * columns
  const top = <f64>load<u8>(line + column) * (1 - fu) + <f64>load<u8>(line + right) * fu
  const bottom = <f64>load<u8>(next + column) * (1 - fu) + <f64>load<u8>(next + right) * fu
  return top * (1 - fv) + bottom * fv
}

/**
 * Adds to places what the search for outlines needs: a line's play, how far outside to look, and which
 * outline is printed there.
 *
 * @param kinds    i32 a place: which of the outlines
 * @param outlines the first of them
 */
export function aimPlaces(places: usize, count: i32, kinds: usize, outlines: usize): void {
  for (let k = 0; k < count; k++) {
    const place = places + <usize>k * placeBytes
    const area =
      load<f64>(place, 16) * load<f64>(place, 40) - load<f64>(place, 24) * load<f64>(place, 32)
    const pixel = 1 / Math.sqrt(Math.abs(area))
    const play = max<f64>(0.1, pixel)
    // Past the line's own width and blur, but short of a neighbour that nearly touches.
    store<f64>(place, play, 64)
    store<f64>(place, play + max(0.2, 1.4 * pixel), 72)
    store<i32>(place, outlines + <usize>load<i32>(kinds + (<usize>k << 2)) * outlineBytes, 80)
  }
}
