import { sumBytes } from './lanes'

/** Grey values are told apart in steps of this many bits when percentiles are taken. */
const binBits = 2
const bins = 64

/** Pixels of a tile that are at least `limit`: the first and the last sixteen of every sampled row. */
// @ts-ignore: decorator
@inline
function countBright(first: usize, last: usize, rows: i32, jump: i32, limit: i32): i32 {
  const level = i8x16.splat(<i8>limit)
  let count: i32 = 0
  for (let row = 0; row < rows; row++) {
    const left = i8x16.bitmask(i8x16.ge_u(v128.load(first), level))
    const right = i8x16.bitmask(i8x16.ge_u(v128.load(last), level))
    count += popcnt(left | (right << 16))
    first += jump
    last += jump
  }
  return count
}

/**
 * The 75th percentile of every tile's pixels, one byte a tile, row by row.
 *
 * @param stride of the rows that are looked at; odd, or a dithered scan would be seen in one phase
 */
export function tileLevels(
  page: usize,
  width: i32,
  height: i32,
  tile: i32,
  columns: i32,
  rows: i32,
  stride: i32,
  out: usize,
): void {
  const jump = width * stride
  for (let row = 0; row < rows; row++) {
    const bottom = min(height, (row + 1) * tile)
    const top = min(row * tile + (stride >> 1), bottom - 1)
    const count = (bottom - top + stride - 1) / stride
    const need = (count * 32 + 3) >> 2
    const line = page + top * width
    // Most tiles are as bright as the one before: the search starts there.
    let bin = bins - 4
    for (let column = 0; column < columns; column++) {
      const left = min(column * tile, width - 16)
      const right = min(max(left, (column + 1) * tile - 16), width - 16)
      const first = line + left
      const last = line + right
      if (countBright(first, last, count, jump, bin << binBits) >= need) {
        while (bin < bins - 1) {
          if (countBright(first, last, count, jump, (bin + 1) << binBits) < need) break
          bin++
        }
      } else {
        bin--
        while (bin > 0) {
          if (countBright(first, last, count, jump, bin << binBits) >= need) break
          bin--
        }
      }
      store<u8>(out + row * columns + column, (bin << binBits) + 2)
    }
  }
}

/**
 * Replaces every tile by the brightest of its 3 x 3 neighbours, then by the mean of those, in place.
 *
 * @param work   room for as many bytes
 * @param counts room for 256 u32
 * @returns the 90th percentile of the tiles
 */
export function smoothLevels(levels: usize, work: usize, columns: i32, rows: i32, counts: usize): i32 {
  for (let row = 0; row < rows; row++) {
    const above = levels + max(0, row - 1) * columns
    const line = levels + row * columns
    const below = levels + min(rows - 1, row + 1) * columns
    const out = work + row * columns
    let column = 1
    // Sixteen at a time between the edges; what neighbours there are is loaded with them.
    for (; column + 17 <= columns; column += 16) {
      const before = brightest16(above, line, below, column - 1)
      const here = brightest16(above, line, below, column)
      const after = brightest16(above, line, below, column + 1)
      v128.store(out + column, i8x16.max_u(here, i8x16.max_u(before, after)))
    }
    store<u8>(out, max(brightest(above, line, below, 0), brightest(above, line, below, min(1, columns - 1))))
    for (; column < columns; column++) {
      const left = brightest(above, line, below, column - 1)
      const right = column + 1 < columns ? brightest(above, line, below, column + 1) : 0
      store<u8>(out + column, max(brightest(above, line, below, column), max(left, right)))
    }
  }
  memory.fill(counts, 0, 1024)
  for (let row = 0; row < rows; row++) {
    const isFirst = row === 0
    const isLast = row === rows - 1
    const line = work + row * columns
    const high = 3 - <i32>isFirst - <i32>isLast
    let left: i32 = 0
    let middle = sumOf(line, columns, isFirst, isLast, 0)
    for (let column = 0; column < columns; column++) {
      const right = column + 1 < columns ? sumOf(line, columns, isFirst, isLast, column + 1) : 0
      const wide = 3 - <i32>(column === 0) - <i32>(column === columns - 1)
      const mean = (left + middle + right) / (high * wide)
      store<u8>(levels + row * columns + column, mean)
      const at = counts + (mean << 2)
      store<u32>(at, load<u32>(at) + 1)
      left = middle
      middle = right
    }
  }
  const wanted = <i32>(<f64>(columns * rows) * 0.9)
  let seen: i32 = 0
  for (let level = 0; level < 256; level++) {
    seen += load<u32>(counts + (level << 2))
    if (seen > wanted) return level
  }
  return 255
}

// @ts-ignore: decorator
@inline
function brightest(above: usize, line: usize, below: usize, column: i32): i32 {
  return max(
    <i32>load<u8>(above + column),
    max(<i32>load<u8>(line + column), <i32>load<u8>(below + column)),
  )
}

// @ts-ignore: decorator
@inline
function brightest16(above: usize, line: usize, below: usize, column: i32): v128 {
  return i8x16.max_u(
    v128.load(above + column),
    i8x16.max_u(v128.load(line + column), v128.load(below + column)),
  )
}

// @ts-ignore: decorator
@inline
function sumOf(line: usize, columns: i32, isFirst: bool, isLast: bool, column: i32): i32 {
  let sum = <i32>load<u8>(line + column)
  if (!isFirst) sum += load<u8>(line + column - columns)
  if (!isLast) sum += load<u8>(line + column + columns)
  return sum
}

/** Greys, 0 to 255: full black and full white, and the borders of what is neither black nor white. */
const drowned: i32 = 1
const burnt: i32 = 254
const black: i32 = 40
const bright: i32 = 215
/** Pixels of one level of paper, counted by their grey. */
const greysBytes: usize = 1024
/** Tiles after which counters of a byte are emptied. */
const tilesPerCount: i32 = 100

/**
 * Counts the pixels of a page by their tone, on one row in `stride`.
 *
 * @param least  tiles darker than this are no paper
 * @param most   pixels on paper below this share of it go into a histogram of their darkness as a share of
 *   the paper, in `bins` steps of which the last takes everything brighter
 * @param pale   share of the paper below which a pixel is anything but paper
 * @param border tiles left out along every edge
 * @param greys  room for 256 u32 for each of 256 levels, and a byte a level
 * @param out    u32 x (bins + 8): the histogram; pixels on paper, of them those below `most` and those below
 *   `pale`; pixels in all, of them full black, black, darker than bright, and full white
 */
export function countTones(
  page: usize,
  width: i32,
  height: i32,
  tile: i32,
  columns: i32,
  rows: i32,
  stride: i32,
  levels: usize,
  least: i32,
  most: f64,
  pale: f64,
  border: i32,
  greys: usize,
  out: usize,
): void {
  const counts = out + (bins << 2)
  const isKnown = greys + 256 * greysBytes
  memory.fill(isKnown, 0, 256)
  memory.fill(out, 0, (bins + 8) << 2)
  const top = border * tile
  const bottom = min(height, (rows - border) * tile)
  for (let y = top + (stride >> 1); y < bottom; y += stride) {
    const line = page + y * width
    const tileRow = levels + (y / tile) * columns
    for (let from = border; from < columns - border; from += tilesPerCount) {
      const to = min(columns - border, from + tilesPerCount)
      let pales = i8x16.splat(0)
      let drowneds = i8x16.splat(0)
      let blacks = i8x16.splat(0)
      let darks = i8x16.splat(0)
      let burnts = i8x16.splat(0)
      let known: i32 = -1
      let isPaper = false
      let paleLimit: i32 = 0
      let darkLimit: i32 = 0
      let light = i8x16.splat(0)
      let onPaper: i32 = 0
      let below: i32 = 0
      for (let column = from; column < to; column++) {
        const left = line + min(column * tile, width - 16)
        const right = line + min(max(column * tile, (column + 1) * tile - 16), width - 16)
        const first = v128.load(left)
        const last = v128.load(right)
        burnts = i8x16.sub(burnts, i8x16.ge_u(first, i8x16.splat(<i8>burnt)))
        burnts = i8x16.sub(burnts, i8x16.ge_u(last, i8x16.splat(<i8>burnt)))
        const level = <i32>load<u8>(tileRow + column)
        if (level !== known) {
          known = level
          isPaper = level >= least
          paleLimit = isPaper ? <i32>(<f64>level * pale - 0.001) : 0
          darkLimit = isPaper ? min(255, <i32>(<f64>level * most + 0.999)) : 0
          light = i8x16.splat(<i8>max(bright, max(paleLimit + 1, darkLimit)))
          if (isPaper && load<u8>(isKnown + level) === 0) {
            store<u8>(isKnown + level, 1)
            memory.fill(greys + <usize>level * greysBytes, 0, greysBytes)
          }
        }
        onPaper += <i32>isPaper
        // On most of a page there is nothing but paper.
        if (i8x16.all_true(i8x16.ge_u(i8x16.min_u(first, last), light))) continue
        drowneds = counted(drowneds, first, last, drowned)
        blacks = counted(blacks, first, last, black - 1)
        darks = counted(darks, first, last, bright - 1)
        if (!isPaper) continue
        pales = counted(pales, first, last, paleLimit)
        const limit = i8x16.splat(<i8>darkLimit)
        below += countDark(left, first, limit, greys + <usize>level * greysBytes)
        below += countDark(right, last, limit, greys + <usize>level * greysBytes)
      }
      add(counts, onPaper << 5)
      add(counts + 4, below)
      add(counts + 8, sumBytes(pales))
      add(counts + 12, (to - from) << 5)
      add(counts + 16, sumBytes(drowneds))
      add(counts + 20, sumBytes(blacks))
      add(counts + 24, sumBytes(darks))
      add(counts + 28, sumBytes(burnts))
    }
  }
  for (let level = 1; level < 256; level++) {
    if (load<u8>(isKnown + level) !== 0) binGreys(greys + <usize>level * greysBytes, level, out)
  }
}

/** Counts in each lane the pixels that are at most `limit`. */
// @ts-ignore: decorator
@inline
function counted(counts: v128, first: v128, last: v128, limit: i32): v128 {
  const level = i8x16.splat(<i8>limit)
  return i8x16.sub(i8x16.sub(counts, i8x16.le_u(first, level)), i8x16.le_u(last, level))
}

// @ts-ignore: decorator
@inline
function add(at: usize, count: i32): void {
  store<u32>(at, load<u32>(at) + count)
}

/** Counts dark pixels by their grey. */
// @ts-ignore: decorator
@inline
function countDark(at: usize, pixels: v128, limit: v128, greys: usize): i32 {
  let dark = i8x16.bitmask(i8x16.lt_u(pixels, limit))
  if (dark === 0) return 0
  const count = popcnt(dark)
  while (dark !== 0) {
    add(greys + (<usize>load<u8>(at + ctz(dark)) << 2), 1)
    dark &= dark - 1
  }
  return count
}

/** Adds what was counted by grey on paper of one level to the histogram of shares. */
function binGreys(greys: usize, level: i32, out: usize): void {
  const share = <f64>(bins - 1) / <f64>level
  for (let grey = 0; grey < 256; grey++) {
    const count = load<u32>(greys + (<usize>grey << 2))
    if (count === 0) continue
    const bin = min(bins - 1, <i32>(<f64>grey * share))
    add(out + (<usize>bin << 2), count)
  }
}
