import type { Gray } from './gray.ts'
import { compose, rectangleOnto } from './homography.ts'
import type { HeldPage } from './page-memory.ts'
import { heldPage } from './page-memory.ts'

/** Nine numbers of a homography, and what the kernel works out from them. */
const mapBytes = 4096

/** Four corners in pixels: top left, top right, bottom right, bottom left. */
type Quad = readonly (readonly [number, number])[]

/**
 * Straightens a quadrilateral of the picture (top left, top right, bottom right, bottom left) into a
 * grey rectangle, bilinear; what lies outside the picture is white.
 *
 * @param reuse a buffer of at least width x height bytes that may be overwritten
 */
export function warpQuad(
  gray: Gray,
  quad: Quad,
  width: number,
  height: number,
  reuse: Uint8Array | null = null,
): Gray {
  const size = width * height
  const out = reuse && reuse.length >= size ? reuse.subarray(0, size) : new Uint8Array(size)
  const page = heldPage(gray)
  const { memory } = page
  const rest = memory.rest()
  // As many rows at a time as there is room for; one always fits.
  const band = Math.min(height, Math.max(1, Math.floor(rest.size / width)))
  if (width > rest.size) throw new RangeError('a straightened row is longer than the page')
  for (let top = 0; top < height; top += band) {
    const rows = Math.min(band, height - top)
    straighten(page, gray, quad, width, height, top, rows, rest.at)
    out.set(memory.bytes.subarray(rest.at, rest.at + width * rows), top * width)
  }
  return { data: out, width, height }
}

/**
 * The same without a copy: the result lies in the page's memory and stays valid until the next page.
 * Where there is no room left it has memory of its own.
 */
export function warpQuadInPlace(gray: Gray, quad: Quad, width: number, height: number): Gray {
  const page = heldPage(gray)
  const { memory } = page
  // The kernel writes eight pixels at once.
  const at = memory.reserve(width * height + 8)
  if (at === null) return warpQuad(gray, quad, width, height)
  straighten(page, gray, quad, width, height, 0, height, at)
  return { data: memory.bytes.subarray(at, at + width * height), width, height }
}

/** A part of a straightened picture, its pixels, and its corners on the page. */
interface Part {
  left: number
  top: number
  width: number
  height: number
  quad: Quad
}

/**
 * Straightens a picture that is bent: every part by itself. Like `warpQuadInPlace`, the result lies in the
 * page's memory where there is room.
 *
 * @param parts leave nothing out and do not overlap
 */
export function warpPartsInPlace(
  gray: Gray,
  parts: readonly Part[],
  width: number,
  height: number,
): Gray {
  const page = heldPage(gray)
  const { memory } = page
  const size = width * height
  const at = memory.reserve(size + 8)
  const data = at === null ? new Uint8Array(size) : memory.bytes.subarray(at, at + size)
  // Beside the map, which lies at the beginning.
  const room = memory.work + mapBytes
  for (const part of parts) {
    const from = room + part.width * part.height
    if (from + 8 > memory.workEnd) throw new RangeError('a part larger than any sheet')
    straighten(page, gray, part.quad, part.width, part.height, 0, part.height, room)
    for (let row = 0; row < part.height; row++) {
      const line = room + row * part.width
      const pixels = memory.bytes.subarray(line, line + part.width)
      data.set(pixels, (part.top + row) * width + part.left)
    }
  }
  return { data, width, height }
}

function straighten(
  { memory, at }: HeldPage,
  gray: Gray,
  quad: Quad,
  width: number,
  height: number,
  top: number,
  rows: number,
  out: number,
): void {
  const whole = rectangleOnto(quad, width, height)
  // The rows asked for begin at zero.
  const map = whole && top > 0 ? compose([1, 0, 0, 0, 1, top, 0, 0, 1], whole) : whole
  if (!map) {
    memory.bytes.fill(255, out, out + width * rows)
    return
  }
  memory.floats.set(map, memory.work >> 3)
  memory.kernels.warpRows(at, gray.width, gray.height, memory.work, width, rows, out)
}
