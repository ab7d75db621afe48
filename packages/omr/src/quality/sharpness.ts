import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/placement.ts'

/** Width of a printed edge that still counts as perfectly sharp. */
const sharpEdgeMm = 0.2

/** Steepest step across the anchors' left and right edges, against a step of full contrast; 0 to 1. */
export function anchorSharpness(gray: Gray, white: WhiteMap, placement: Placement): number {
  const contrast = Math.max(20, white.paper * (1 - white.inkShare))
  const values: number[] = []
  for (const { anchor, found, xPx, yPx } of placement.anchors) {
    if (!found || anchor.kind === 'page-corner') continue
    const size = placement.rotation % 180 === 0 ? anchor.widthMm : anchor.heightMm
    const half = (size / 2) * placement.pxPerMm
    for (const side of [-1, 1]) {
      values.push(steepest(gray, xPx + side * half, yPx, 0.8 * placement.pxPerMm))
    }
  }
  if (values.length === 0) return 1
  values.sort((a, b) => a - b)
  const slope = values[Math.floor(values.length / 2)]! / contrast
  return Math.min(1, slope * sharpEdgeMm * placement.pxPerMm)
}

function steepest(gray: Gray, x: number, y: number, reach: number): number {
  const row = Math.round(y)
  if (row < 0 || row >= gray.height) return 0
  let best = 0
  const from = Math.max(0, Math.round(x - reach))
  const to = Math.min(gray.width - 2, Math.round(x + reach))
  for (let at = from; at <= to; at++) {
    const step = Math.abs(gray.data[row * gray.width + at + 1]! - gray.data[row * gray.width + at]!)
    if (step > best) best = step
  }
  return best
}
