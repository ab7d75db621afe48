import type { Quad } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import type { Homography } from '../kernels/homography.ts'
import { project, rectangleOnto } from '../kernels/homography.ts'
import { heldPage } from '../kernels/page-memory.ts'
import { paperAt } from '../kernels/white-map.ts'

/** Where there is ink in a straightened area of the sheet. */
export interface InkMask {
  /** Row by row, 1 ink and 0 paper. It lies where the kernels work: valid until the next call of one. */
  data: Uint8Array
  width: number
  /** Rows that were looked at. */
  height: number
}

/** Resolution of the mask: the finest pen line, a quarter of a millimetre, cannot slip between dots. */
export const dotsPerMm = 4
/**
 * Ink darker than this share of the way from paper to print counts: a faint pencil does, the other side
 * shining through and the shadow of a fold do not. Study: docs/blank-blocks.md.
 */
const inkLevel = 0.15
/** Dots between exact projections and between looks at the paper's level; in between both are straight. */
const segment = 32
/** Nine numbers of a homography, and padding. */
const mapBytes = 128

/** Dots of an area across and down. */
export const dotsOf = (lengthMm: number) => Math.max(8, Math.round(lengthMm * dotsPerMm))

/**
 * Straightens an area and says for each dot whether there is ink, in one pass over the page's pixels; the
 * nearest pixel counts: with two scan pixels to a dot, noise stays far from the limit. What is not in the
 * picture (a torn or clipped edge) is paper.
 *
 * @param quad corners of the area in pixels: top left, top right, bottom right, bottom left
 * @param every looks at every n-th row only, the first being row `every >> 1`
 */
export function inkMask(
  view: InkView,
  area: { widthMm: number; heightMm: number },
  quad: Quad,
  every = 1,
): InkMask {
  const width = dotsOf(area.widthMm)
  const rows = dotsOf(area.heightMm)
  const height = Math.ceil((rows - (every >> 1)) / every)
  const size = width * height
  const { gray } = view
  const { memory, at } = heldPage(gray)
  const { kernels, work } = memory
  const limits = work + mapBytes
  const out = (limits + Math.ceil(width / segment) + 7) & ~7
  if (out + size > memory.workEnd) throw new RangeError('an area larger than any sheet')
  const data = memory.bytes.subarray(out, out + size)
  const map = rectangleOnto(quad, width, rows)
  if (!map) {
    data.fill(0)
    return { data, width, height }
  }
  const level = 1 - inkLevel * (1 - view.inkShare)
  memory.floats.set(map, work >> 3)
  for (let i = 0; i < height;) {
    const first = (every >> 1) + i * every
    const band = Math.floor(first / segment)
    // As many rows as share a look at the paper.
    const some = Math.min(height - i, Math.ceil(((band + 1) * segment - first) / every))
    paperLimits(view, map, memory.bytes, limits, width, (band + 0.5) * segment, level)
    kernels.inkRows(
      at,
      gray.width,
      gray.height,
      work,
      width,
      first,
      every,
      some,
      limits,
      out + i * width,
    )
    i += some
  }
  return { data, width, height }
}

/** Grey below which there is ink, for each stretch of a row. */
function paperLimits(
  { white }: InkView,
  map: Homography,
  limits: Uint8Array,
  first: number,
  width: number,
  y: number,
  level: number,
): void {
  for (let i = 0; i * segment < width; i++) {
    const at = project(map, (i + 0.5) * segment, y)
    limits[first + i] = paperAt(white, at.x, at.y) * level
  }
}
