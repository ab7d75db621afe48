import type { PageQuality } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Placement } from '../locate/register.ts'

/** A page with less ink than this carries no print at all. */
const blankInk = 0.0015

/** Measures contrast, sharpness and ink of the page; sharpness needs the anchors. */
export function pageQuality(gray: Gray, white: WhiteMap, placement: Placement | null): PageQuality {
  const ratio = pageInkRatio(gray, white)
  return {
    sharpness: round(placement ? anchorSharpness(gray, white, placement) : 0),
    contrast: Math.round(white.paper * (1 - white.inkShare)),
    inkRatio: round(ratio),
    blank: placement === null && ratio < blankInk,
  }
}

/** Share of dark pixels on paper, looking at one pixel in 49 and leaving out the outer 2 %. */
function pageInkRatio(gray: Gray, white: WhiteMap): number {
  const { data, width, height } = gray
  const step = 7
  const marginX = Math.floor(width * 0.02)
  const marginY = Math.floor(height * 0.02)
  let dark = 0
  let n = 0
  for (let y = marginY; y < height - marginY; y += step) {
    const tileRow = Math.floor(y / white.tile) * white.columns
    for (let x = marginX; x < width - marginX; x += step) {
      const paper = white.level[tileRow + Math.floor(x / white.tile)]!
      if (paper < white.paper * 0.5) continue
      n++
      // Fixed and moderate: a blank page has no print to set a scale by.
      if (data[y * width + x]! < paper * 0.7) dark++
    }
  }
  return n > 0 ? dark / n : 0
}

/** Width of a printed edge that still counts as perfectly sharp. */
const sharpEdgeMm = 0.2

/** Steepest step across the anchors' left and right edges, against a step of full contrast. */
function anchorSharpness(gray: Gray, white: WhiteMap, placement: Placement): number {
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

const round = (value: number) => Number(value.toFixed(4))
