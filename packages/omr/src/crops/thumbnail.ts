import type { Gray } from '../kernels/gray.ts'
import { rotateGray } from '../kernels/gray.ts'

/** Shrinks a page, upright, so that its longer edge has at most `edgePx` pixels; areas are averaged. */
export function makeThumbnail(gray: Gray, edgePx: number, rotation: 0 | 90 | 180 | 270 = 0): Gray {
  const factor = Math.max(1, Math.max(gray.width, gray.height) / edgePx)
  const width = Math.max(1, Math.round(gray.width / factor))
  const height = Math.max(1, Math.round(gray.height / factor))
  const data = new Uint8Array(width * height)
  const columns = Array.from({ length: width + 1 }, (_, x) => Math.floor((x * gray.width) / width))
  const sums = new Uint32Array(width)
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * gray.height) / height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * gray.height) / height))
    sums.fill(0)
    for (let row = top; row < bottom; row++) {
      const line = row * gray.width
      for (let x = 0; x < width; x++) {
        let sum = 0
        for (let at = columns[x]!; at < columns[x + 1]!; at++) sum += gray.data[line + at]!
        sums[x]! += sum
      }
    }
    for (let x = 0; x < width; x++) {
      data[y * width + x] = sums[x]! / ((columns[x + 1]! - columns[x]!) * (bottom - top))
    }
  }
  // A page that was fed turned by r is put upright by turning it back.
  return rotateGray({ data, width, height }, ((360 - rotation) % 360) as 0 | 90 | 180 | 270)
}
