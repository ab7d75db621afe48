import type { TemplateAnchor } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'

/** What a picture of a marker shows. */
export interface MarkerShape {
  kind: Extract<TemplateAnchor['kind'], 'ring' | 'disc' | 'square'>
  /** Width of the ink as a share of the picture's width. */
  share: number
}

const inkLevel = 128
/** Share of a bounding box that is ink: a square fills it, a disc to pi / 4. */
const leastSquare = 0.92
const leastDisc = 0.7

/** Tells a solid square, a solid disc and circles apart; null where the picture holds no ink. */
export function markerShape({ data, width, height }: Gray): MarkerShape | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[y * width + x]! >= inkLevel) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  if (right < left) return null
  const [inkWidth, inkHeight] = [right - left + 1, bottom - top + 1]
  let ink = 0
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) if (data[y * width + x]! < inkLevel) ink++
  }
  const filled = ink / (inkWidth * inkHeight)
  const kind = filled >= leastSquare ? 'square' : filled >= leastDisc ? 'disc' : 'ring'
  return { kind, share: inkWidth / width }
}
