/**
 * Connected dark areas (8-neighbourhood) by run-length union-find.
 *
 * A label's record is eight f64: pixels, sums of x, y, x², y², xy, and two packed boxes of i32:
 * left, top and right, bottom.
 */
const recordBytes: usize = 64
/** A run on the way: start, end (exclusive), label. */
const runBytes: usize = 12

// @ts-ignore: decorator
@inline
function root(parents: usize, label: i32): i32 {
  let top = label
  while (load<i32>(parents + (top << 2)) !== top) top = load<i32>(parents + (top << 2))
  let at = label
  while (at !== top) {
    const next = load<i32>(parents + (at << 2))
    store<i32>(parents + (at << 2), top)
    at = next
  }
  return top
}

/**
 * @param levels  paper of each tile, one byte a tile
 * @param ratio   a pixel is dark below `ratio` x the tile's paper
 * @param step    look at every n-th pixel of every n-th row
 * @param records room for `mostLabels` records
 * @param parents room for `mostLabels` i32
 * @param limits  room for a byte a tile of the window's rows and columns of tiles
 * @param runs    room for the runs of two rows, of which each has at most half as many as pixels, and two
 * @returns labels made, or -1 when there were more than `mostLabels`; the records of labels that are
 *   their own parent are the areas
 */
export function findBlobs(
  page: usize,
  width: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  tile: i32,
  columns: i32,
  levels: usize,
  ratio: f64,
  step: i32,
  records: usize,
  parents: usize,
  mostLabels: i32,
  limits: usize,
  runs: usize,
): i32 {
  const firstColumn = left / tile
  const firstRow = top / tile
  const limitColumns = (right - 1) / tile - firstColumn + 1
  const limitRows = (bottom - 1) / tile - firstRow + 1
  for (let row = 0; row < limitRows; row++) {
    for (let column = 0; column < limitColumns; column++) {
      const level = <f64>load<u8>(levels + (firstRow + row) * columns + firstColumn + column)
      store<u8>(limits + row * limitColumns + column, min(255, <i32>Math.ceil(level * ratio)))
    }
  }
  let labels: i32 = 0
  let previous = runs
  let previousCount: i32 = 0
  let current = runs + <usize>(((right - left) >> 1) + 2) * runBytes
  for (let y = top; y < bottom; y += step) {
    const line = page + y * width
    const limitRow = limits + (y / tile - firstRow) * limitColumns
    const tileEnd = (firstColumn + 1) * tile
    const count =
      step === 1
        ? denseRuns(line, left, right, tile, tileEnd, limitRow, current)
        : sparseRuns(line, left, right, tile, tileEnd, limitRow, step, current)
    let first: i32 = 0
    for (let i = 0; i < count; i++) {
      const run = current + <usize>i * runBytes
      const start = load<i32>(run)
      const end = load<i32>(run, 4)
      let label: i32 = -1
      while (first < previousCount && load<i32>(previous + <usize>first * runBytes, 4) < start) first++
      for (let k = first; k < previousCount; k++) {
        const other = previous + <usize>k * runBytes
        if (load<i32>(other) > end) break
        const theirs = root(parents, load<i32>(other, 8))
        if (label < 0) label = theirs
        else if (label !== theirs) {
          const keep = min(label, theirs)
          store<i32>(parents + (max(label, theirs) << 2), keep)
          label = keep
        }
      }
      if (label < 0) {
        if (labels === mostLabels) return -1
        label = labels++
        store<i32>(parents + (label << 2), label)
        clearRecord(records + <usize>label * recordBytes)
      }
      store<i32>(run, label, 8)
      addRun(records + <usize>label * recordBytes, start, end, y, step)
    }
    const swap = previous
    previous = current
    current = swap
    previousCount = count
  }
  for (let label = labels - 1; label >= 0; label--) {
    const into = root(parents, label)
    if (into !== label) {
      merge(records + <usize>into * recordBytes, records + <usize>label * recordBytes)
    }
  }
  return labels
}

/** Dark runs of one row, sixteen pixels at a time. */
// @ts-ignore: decorator
@inline
function denseRuns(
  line: usize,
  left: i32,
  right: i32,
  tile: i32,
  firstEnd: i32,
  limits: usize,
  runs: usize,
): i32 {
  let count: i32 = 0
  let start: i32 = -1
  let x = left
  for (let tileEnd = firstEnd; x < right; tileEnd += tile, limits++) {
    const level = load<u8>(limits)
    const limit = i8x16.splat(level)
    // Tiles of the same paper are one stretch.
    for (; tileEnd < right && load<u8>(limits, 1) === level; limits++) tileEnd += tile
    const end = min(right, tileEnd)
    while (x < end) {
      const n = min(16, end - x)
      const all = (1 << n) - 1
      const dark = i8x16.bitmask(i8x16.lt_u(v128.load(line + x), limit)) & all
      if (start < 0 ? dark !== 0 : dark !== all) {
        // From here on a set bit is a change from light to dark or back.
        let changes = (dark ^ ((dark << 1) | (start < 0 ? 0 : 1))) & all
        while (changes !== 0) {
          const at = x + ctz(changes)
          changes &= changes - 1
          if (start < 0) start = at
          else {
            const run = runs + <usize>count * runBytes
            store<i32>(run, start)
            store<i32>(run, at, 4)
            count++
            start = -1
          }
        }
      }
      x += n
    }
  }
  if (start >= 0) {
    const run = runs + <usize>count * runBytes
    store<i32>(run, start)
    store<i32>(run, x, 4)
    count++
  }
  return count
}

/** The same, looking at every n-th pixel only. */
function sparseRuns(
  line: usize,
  left: i32,
  right: i32,
  tile: i32,
  firstEnd: i32,
  limits: usize,
  step: i32,
  runs: usize,
): i32 {
  let count: i32 = 0
  let start: i32 = -1
  let x = left
  // The first pixel to look at that is no longer among sixteen.
  const past = ((15 + step) / step) * step
  for (let tileEnd = firstEnd; x < right; tileEnd += tile, limits++) {
    const limit = load<u8>(limits)
    const limit16 = i8x16.splat(limit)
    for (; tileEnd < right && load<u8>(limits, 1) === limit; limits++) tileEnd += tile
    const end = min(right, tileEnd)
    for (; x < end; x += step) {
      // Most stretches are all paper or all mark.
      while (x + 16 <= end) {
        const pixels = v128.load(line + x)
        if (start < 0) {
          if (!i8x16.all_true(i8x16.ge_u(pixels, limit16))) break
        } else if (!i8x16.all_true(i8x16.lt_u(pixels, limit16))) break
        x += past
      }
      if (x >= end) break
      const isDark = load<u8>(line + x) < limit
      if (isDark === start >= 0) continue
      if (isDark) start = x
      else {
        const run = runs + <usize>count * runBytes
        store<i32>(run, start)
        store<i32>(run, x, 4)
        count++
        start = -1
      }
    }
  }
  if (start >= 0) {
    const run = runs + <usize>count * runBytes
    store<i32>(run, start)
    store<i32>(run, x, 4)
    count++
  }
  return count
}

// @ts-ignore: decorator
@inline
function clearRecord(record: usize): void {
  memory.fill(record, 0, 48)
  store<i32>(record, i32.MAX_VALUE, 48)
  store<i32>(record, i32.MAX_VALUE, 52)
  store<i32>(record, i32.MIN_VALUE, 56)
  store<i32>(record, i32.MIN_VALUE, 60)
}

// @ts-ignore: decorator
@inline
function addRun(record: usize, start: i32, end: i32, y: i32, step: i32): void {
  const count = (end - start + step - 1) / step
  const last = start + (count - 1) * step
  const n = <f64>count
  const s = <f64>step
  const mean = <f64>(start + last) * 0.5
  const row = <f64>y
  store<f64>(record, load<f64>(record) + n)
  store<f64>(record, load<f64>(record, 8) + n * mean, 8)
  store<f64>(record, load<f64>(record, 16) + n * row, 16)
  // Sum of squares of an arithmetic row: n * mean^2 + step^2 * n (n^2 - 1) / 12.
  store<f64>(record, load<f64>(record, 24) + n * mean * mean + (s * s * n * (n * n - 1)) / 12, 24)
  store<f64>(record, load<f64>(record, 32) + n * row * row, 32)
  store<f64>(record, load<f64>(record, 40) + n * mean * row, 40)
  widen(record, start, y, last + step, y + step)
}

// @ts-ignore: decorator
@inline
function widen(record: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  store<i32>(record, min(load<i32>(record, 48), left), 48)
  store<i32>(record, min(load<i32>(record, 52), top), 52)
  store<i32>(record, max(load<i32>(record, 56), right), 56)
  store<i32>(record, max(load<i32>(record, 60), bottom), 60)
}

function merge(into: usize, from: usize): void {
  for (let at: usize = 0; at < 48; at += 8) {
    store<f64>(into + at, load<f64>(into + at) + load<f64>(from + at))
  }
  widen(into, load<i32>(from, 48), load<i32>(from, 52), load<i32>(from, 56), load<i32>(from, 60))
}

/**
 * Sums the ink of a rectangle: of every pixel darker than `floor` how much darker it is.
 *
 * @param out three f64: the sum, and the same weighted with the column and with the row
 */
export function sumInk(
  page: usize,
  width: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  floor: f64,
  out: usize,
): void {
  let sum: f64 = 0
  let sumX: f64 = 0
  let sumY: f64 = 0
  for (let y = top; y < bottom; y++) {
    const line = page + y * width
    for (let x = left; x < right; x++) {
      const dark = floor - <f64>load<u8>(line + x)
      if (dark <= 0) continue
      sum += dark
      sumX += dark * <f64>x
      sumY += dark * <f64>y
    }
  }
  store<f64>(out, sum)
  store<f64>(out, sumX, 8)
  store<f64>(out, sumY, 16)
}
