import type { GreyPage } from '../raster.ts'

const PAPER = 255

/** The print at another size about the middle of the same paper, bilinear. */
export function scalePrint(page: GreyPage, raster: Uint8Array, scale: number): Uint8Array {
  if (scale === 1) return raster
  const { widthPx, heightPx } = page
  const out = new Uint8Array(raster.length).fill(PAPER)
  const step = Math.round(65536 / scale)
  for (let y = 0; y < heightPx; y++) {
    const sy = (y + 0.5 - heightPx / 2) / scale + heightPx / 2 - 0.5
    const top = Math.floor(sy)
    if (top < 0 || top >= heightPx - 1) continue
    const fy = Math.round((sy - top) * 256)
    let fixed = Math.round(((0.5 - widthPx / 2) / scale + widthPx / 2 - 0.5) * 65536)
    for (let x = 0; x < widthPx; x++, fixed += step) {
      const left = fixed >> 16
      if (left < 0 || left >= widthPx - 1) continue
      const at = top * widthPx + left
      const fx = (fixed >> 8) & 255
      const above = raster[at]! * (256 - fx) + raster[at + 1]! * fx
      const below = raster[at + widthPx]! * (256 - fx) + raster[at + widthPx + 1]! * fx
      out[y * widthPx + x] = (above * (256 - fy) + below * fy + 32768) >> 16
    }
  }
  return out
}
