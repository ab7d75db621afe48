import type { Gray } from '../kernels/gray.ts'
import { rotateGray } from '../kernels/gray.ts'
import { shrinkTo } from '../kernels/shrink.ts'

/** Shrinks a page, upright, so that its longer edge has at most `edgePx` pixels; areas are averaged. */
export function makeThumbnail(gray: Gray, edgePx: number, rotation: 0 | 90 | 180 | 270 = 0): Gray {
  const factor = Math.max(1, Math.max(gray.width, gray.height) / edgePx)
  const width = Math.max(1, Math.round(gray.width / factor))
  const height = Math.max(1, Math.round(gray.height / factor))
  // A page that was fed turned by r is put upright by turning it back.
  return rotateGray(shrinkTo(gray, width, height), ((360 - rotation) % 360) as 0 | 90 | 180 | 270)
}
