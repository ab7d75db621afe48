import type { Gray, PixelWindow } from './gray.ts'
import { clipWindow } from './gray.ts'
import type { PageMemory } from './page-memory.ts'
import { heldPage } from './page-memory.ts'
import type { WhiteMap } from './white-map.ts'

/** A connected dark area. Lengths in pixels of the picture. */
export interface Blob {
  left: number
  top: number
  /** Exclusive. */
  right: number
  bottom: number
  area: number
  xPx: number
  yPx: number
  /** Standard deviations along the main and the minor axis. */
  long: number
  short: number
  /** Direction of the main axis, radians. */
  angle: number
  /** Does it run out of the search window? Then its shape is not known. */
  cut: boolean
}

const recordBytes = 64
const parentBytes = 4
const runBytes = 12

/**
 * Finds connected dark areas (8-neighbourhood) by run-length union-find.
 *
 * @param ratio a pixel is dark below `ratio` x the local paper
 * @param step  look at every n-th pixel of every n-th row; results are in full-resolution pixels. A picture
 *   with too many specks is looked at more coarsely than that
 * @param leastArea smaller areas are left out, pixels
 */
export function findBlobs(
  gray: Gray,
  white: WhiteMap,
  window: PixelWindow,
  ratio: number,
  step = 1,
  leastArea = 1,
): Blob[] {
  const area = clipWindow(gray, window)
  if (area.right <= area.left || area.bottom <= area.top) return []
  const { memory, at: page } = heldPage(gray)
  const { level, tile, columns } = white
  const limits = memory.work + level.length
  const runs = (limits + level.length + 7) & ~7
  if (runs + 2 * ((gray.width >> 1) + 2) * runBytes > memory.workEnd) return []
  memory.bytes.set(level, memory.work)
  const rest = memory.rest()
  const mostLabels = Math.floor(rest.size / (recordBytes + parentBytes))
  const parents = rest.at + mostLabels * recordBytes
  const labels = memory.kernels.findBlobs(
    page,
    gray.width,
    area.left,
    area.top,
    area.right,
    area.bottom,
    tile,
    columns,
    memory.work,
    ratio,
    step,
    rest.at,
    parents,
    mostLabels,
    limits,
    runs,
  )
  if (labels < 0) return findBlobs(gray, white, window, ratio, step + 1, leastArea)
  const blobs: Blob[] = []
  const leastCount = leastArea / (step * step)
  for (let label = 0; label < labels; label++) {
    if (memory.ints[(parents >> 2) + label] !== label) continue
    const record = (rest.at >> 3) + label * (recordBytes >> 3)
    if (memory.floats[record]! >= leastCount) blobs.push(blobAt(memory, record, area, step))
  }
  return blobs
}

function blobAt(memory: PageMemory, record: number, area: PixelWindow, step: number): Blob {
  const { floats, ints } = memory
  const n = floats[record]!
  const x = floats[record + 1]! / n
  const y = floats[record + 2]! / n
  // A pixel is a square, not a point: its own variance is step^2 / 12.
  const own = (step * step) / 12
  const xx = floats[record + 3]! / n - x * x + own
  const yy = floats[record + 4]! / n - y * y + own
  const xy = floats[record + 5]! / n - x * y
  const half = Math.hypot((xx - yy) / 2, xy)
  const mid = (xx + yy) / 2
  const box = 2 * (record + 6)
  const left = ints[box]!
  const top = ints[box + 1]!
  const right = ints[box + 2]!
  const bottom = ints[box + 3]!
  const centre = (step - 1) / 2
  return {
    left,
    top,
    right,
    bottom,
    area: n * step * step,
    xPx: x + centre,
    yPx: y + centre,
    long: Math.sqrt(mid + half),
    short: Math.sqrt(Math.max(own, mid - half)),
    angle: 0.5 * Math.atan2(2 * xy, xx - yy),
    cut: left <= area.left || top <= area.top || right >= area.right || bottom >= area.bottom,
  }
}
