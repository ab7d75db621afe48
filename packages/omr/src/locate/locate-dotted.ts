import type { TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { copyPage, heldPage } from '../kernels/page-memory.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { locateNearby, nominalScale } from './locate-page.ts'
import type { Placement } from './placement.ts'

/** Dots of a printed or scanned grey lie nearer together than this, and a mark is several times as wide. */
const smoothMm = 0.25

/**
 * Finds a page whose marks were printed grey, and so reached a black and white picture as dots: smoothed over
 * the distance of the dots they are areas again. Looks only about where the marks lie when the page fills
 * the picture.
 */
export function locateDotted(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const isSolid = page.anchors.some(({ kind }) => kind !== 'page-corner' && kind !== 'ring')
  if (!isSolid) return []
  const { memory } = heldPage(gray)
  const before = memory.reserved
  const copy = copyPage(gray)
  const radius = Math.max(1, Math.round(smoothMm * nominalScale(gray, page)))
  smooth(gray, copy.data, radius)
  const placements = locateNearby(copy, white, page)
  memory.giveBack(before)
  return placements
}

/** Each pixel becomes the mean of the square around it; the outermost keep what they are. */
function smooth({ data, width, height }: Gray, out: Uint8Array, radius: number): void {
  const side = 2 * radius + 1
  const area = side * side
  const columns = new Uint32Array(width)
  for (let y = 0; y < side - 1 && y < height; y++) addRow(columns, data, y * width, 1)
  for (let y = radius; y < height - radius; y++) {
    addRow(columns, data, (y + radius) * width, 1)
    let sum = 0
    for (let x = 0; x < side - 1; x++) sum += columns[x]!
    for (let x = radius; x < width - radius; x++) {
      sum += columns[x + radius]!
      out[y * width + x] = sum / area
      sum -= columns[x - radius]!
    }
    addRow(columns, data, (y - radius) * width, -1)
  }
}

function addRow(columns: Uint32Array, data: Uint8Array, start: number, sign: 1 | -1): void {
  for (let x = 0; x < columns.length; x++) columns[x]! += sign * data[start + x]!
}
