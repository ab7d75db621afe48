import type { CropRegion, TemplatePage } from '@hengjuan/domain'
import type { Quad } from '../align/align-frame.ts'
import type { Gray } from '../kernels/gray.ts'
import { warpQuad } from '../kernels/warp.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { paperAt } from '../kernels/white-map.ts'

/** Resolution of the comparison: a pen line is still a dot wide. */
const dotsPerMm = 3
/** The region's own frame is left out. */
const insetMm = 0.9
/** A straight run at least this long is a printed line, not handwriting. */
const lineMm = 7
/** Ink darker than this share of the way from paper to print counts. */
const inkLevel = 0.35

/**
 * Share of an answer area covered by ink after frame, ruling, word squares and bubbles are taken off,
 * 0 to 1. Text printed inside the area still counts: compare with the same area of other candidates.
 */
export function inkRatio(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  region: CropRegion,
  quad: Quad,
  inkShare: number,
): number {
  const width = Math.max(8, Math.round(region.widthMm * dotsPerMm))
  const height = Math.max(8, Math.round(region.heightMm * dotsPerMm))
  const straight = warpQuad(gray, quad, width, height)
  const ink = inkMask(straight, white, quad, inkShare)
  const inset = Math.ceil(insetMm * dotsPerMm)
  const usable = usableArea(page, region, width, height, inset)
  dropLines(ink, width, height, Math.round(lineMm * dotsPerMm))
  let dark = 0
  let area = 0
  for (let i = 0; i < ink.length; i++) {
    if (!usable[i]) continue
    area++
    if (ink[i] === 1) dark++
  }
  return area > 0 ? dark / area : 0
}

/** 1 where there is ink, relative to the paper interpolated between the region's corners and middle. */
function inkMask(straight: Gray, white: WhiteMap, quad: Quad, inkShare: number): Uint8Array {
  const { data, width, height } = straight
  const [tl, tr, br, bl] = quad
  const threshold = 1 - inkLevel * (1 - inkShare)
  const mask = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height
    for (let x0 = 0; x0 < width; x0 += 16) {
      const u = Math.min(1, (x0 + 8) / width)
      const px = (tl[0] * (1 - u) + tr[0] * u) * (1 - v) + (bl[0] * (1 - u) + br[0] * u) * v
      const py = (tl[1] * (1 - u) + tr[1] * u) * (1 - v) + (bl[1] * (1 - u) + br[1] * u) * v
      const limit = paperAt(white, px, py) * threshold
      const end = Math.min(width, x0 + 16)
      for (let x = x0; x < end; x++) if (data[y * width + x]! < limit) mask[y * width + x] = 1
    }
  }
  return mask
}

/** Marks runs of printed lines with 2, across and down; a run may have gaps of one dot. */
function dropLines(mask: Uint8Array, width: number, height: number, least: number): void {
  const scan = (start: number, stride: number, count: number) => {
    let from = -1
    let last = -10
    const close = () => {
      if (from >= 0 && last - from + 1 >= least) {
        for (let k = from; k <= last; k++) {
          if (mask[start + k * stride]) mask[start + k * stride] = 2
        }
      }
      from = -1
    }
    for (let k = 0; k < count; k++) {
      if (!mask[start + k * stride]) continue
      if (from >= 0 && k - last > 2) close()
      if (from < 0) from = k
      last = k
    }
    close()
  }
  for (let y = 0; y < height; y++) scan(y * width, 1, width)
  for (let x = 0; x < width; x++) scan(x, width, height)
}

/** 1 where ink may be the candidate's answer: not on the frame, not in a bubble field. */
function usableArea(
  page: TemplatePage,
  region: CropRegion,
  width: number,
  height: number,
  inset: number,
): Uint8Array {
  const usable = new Uint8Array(width * height)
  for (let y = inset; y < height - inset; y++) {
    usable.fill(1, y * width + inset, (y + 1) * width - inset)
  }
  for (const field of page.fields) {
    for (const bubble of field.bubbles) {
      const left = bubble.xMm - bubble.widthMm / 2 - insetMm - region.xMm
      const top = bubble.yMm - bubble.heightMm / 2 - insetMm - region.yMm
      const right = left + bubble.widthMm + 2 * insetMm
      const bottom = top + bubble.heightMm + 2 * insetMm
      if (right < 0 || bottom < 0 || left > region.widthMm || top > region.heightMm) continue
      const x0 = Math.max(0, Math.floor(left * dotsPerMm))
      const x1 = Math.min(width, Math.ceil(right * dotsPerMm))
      const y1 = Math.min(height, Math.ceil(bottom * dotsPerMm))
      for (let y = Math.max(0, Math.floor(top * dotsPerMm)); y < y1; y++) {
        usable.fill(0, y * width + x0, y * width + x1)
      }
    }
  }
  return usable
}
