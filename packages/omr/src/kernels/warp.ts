import type { Gray } from './gray.ts'
import type { Homography } from './homography.ts'
import { fitHomography, project } from './homography.ts'

/** Pixels between exact projections; in between the path is a straight line. */
const segment = 64

/**
 * Straightens a quadrilateral of the picture (top left, top right, bottom right, bottom left) into a
 * grey rectangle, bilinear; what lies outside the picture is white.
 */
export function warpQuad(
  gray: Gray,
  quad: readonly (readonly [number, number])[],
  width: number,
  height: number,
  reuse: Uint8Array | null = null,
): Gray {
  const size = width * height
  const out = reuse && reuse.length >= size ? reuse.subarray(0, size) : new Uint8Array(size)
  const target = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const
  const map = fitHomography(
    quad.map(([x, y], i) => ({
      from: { x: target[i]![0], y: target[i]![1] },
      to: { x, y },
    })),
  )
  if (!map) out.fill(255)
  else for (let row = 0; row < height; row++) warpRow(gray, map, out, row, width)
  return { data: out, width, height }
}

function warpRow(gray: Gray, map: Homography, out: Uint8Array, row: number, width: number): void {
  let from = project(map, 0.5, row + 0.5)
  for (let start = 0; start < width; start += segment) {
    const end = Math.min(width, start + segment)
    const to = project(map, end + 0.5, row + 0.5)
    const n = end - start
    const stepX = (to.x - from.x) / n
    const stepY = (to.y - from.y) / n
    if (!isInside(gray, from) || !isInside(gray, to)) {
      for (let i = 0; i < n; i++) {
        out[row * width + start + i] = sample(gray, from.x + stepX * i, from.y + stepY * i)
      }
    } else {
      copySegment(gray, out, row * width + start, n, from, stepX, stepY)
    }
    from = to
  }
}

/** One straight stretch that lies inside the picture, bilinear in fixed point of 16 bits. */
function copySegment(
  gray: Gray,
  out: Uint8Array,
  at: number,
  n: number,
  from: { x: number; y: number },
  stepX: number,
  stepY: number,
): void {
  const { data, width } = gray
  const dx = Math.round(stepX * 65536)
  const dy = Math.round(stepY * 65536)
  let x = Math.round(from.x * 65536)
  let y = Math.round(from.y * 65536)
  for (let i = 0; i < n; i++) {
    const p = (y >> 16) * width + (x >> 16)
    const fx = (x >> 8) & 255
    const fy = (y >> 8) & 255
    const top = data[p]! * (256 - fx) + data[p + 1]! * fx
    const bottom = data[p + width]! * (256 - fx) + data[p + width + 1]! * fx
    out[at + i] = (top * (256 - fy) + bottom * fy + 32768) >> 16
    x += dx
    y += dy
  }
}

function sample(gray: Gray, sx: number, sy: number): number {
  if (sx < 0 || sy < 0 || sx > gray.width - 1 || sy > gray.height - 1) return 255
  const x = Math.min(gray.width - 2, Math.floor(sx))
  const y = Math.min(gray.height - 2, Math.floor(sy))
  const { data, width } = gray
  const p = y * width + x
  const fx = sx - x
  const fy = sy - y
  const top = data[p]! * (1 - fx) + data[p + 1]! * fx
  const bottom = data[p + width]! * (1 - fx) + data[p + width + 1]! * fx
  return top * (1 - fy) + bottom * fy + 0.5
}

const isInside = (gray: Gray, p: { x: number; y: number }) =>
  p.x >= 1 && p.y >= 1 && p.x < gray.width - 3 && p.y < gray.height - 3
