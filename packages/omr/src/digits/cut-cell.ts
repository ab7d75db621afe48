import type { DigitField } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { localView } from '../align/ink-view.ts'
import type { OutlinedCut } from './box-outline.ts'
import { eraseOutline } from './box-outline.ts'
import type { InkCell } from './ink-cell.ts'

type Box = DigitField['cells'][number]

/** Resolution at which the strokes are judged: that of a 200 dpi scan. */
const pxPerMm = 8
/** From the middle of the outline to where a digit that keeps to its box begins. */
const outlineMarginMm = 0.22
/** Looked at around a box that stands by itself; a digit that leaves its box by more is not read. */
const aroundMm = 1
/** Print that must stay clear of what is looked at: the neighbouring box, and what it may lie off. */
const clearMm = 0.3

export interface CellCut {
  cell: InkCell
  xPx: number
  yPx: number
  /** Do strokes cross the outline or lie on it? The cell then reaches beyond it. */
  meetsOutline: boolean
}

/**
 * The strokes in a printed box as ink, straightened, without the outline.
 *
 * @param free space on the sheet to the next box, millimetres
 * @returns null where the box does not lie wholly in the picture
 */
export function cutCell(
  view: InkView,
  box: Box,
  shift: { dx: number; dy: number },
  free: number,
): CellCut | null {
  const local = localView(view, box.xMm + shift.dx, box.yMm + shift.dy)
  const around = free >= aroundMm + clearMm ? aroundMm : 0
  const marginPx = Math.round((around > 0 ? around : 0.4) * pxPerMm)
  const insideWidth = Math.round(box.widthMm * pxPerMm)
  const insideHeight = Math.round(box.heightMm * pxPerMm)
  const width = insideWidth + 2 * marginPx
  const height = insideHeight + 2 * marginPx
  const ink = new Float32Array(width * height)
  const { data, paper, scale } = local
  for (let row = 0; row < height; row++) {
    const dy = (row + 0.5 - height / 2) / pxPerMm
    for (let column = 0; column < width; column++) {
      const dx = (column + 0.5 - width / 2) / pxPerMm
      const x = local.x + local.xx * dx + local.xy * dy
      const y = local.y + local.yx * dx + local.yy * dy
      const left = x | 0
      const top = y | 0
      if (x < 0 || y < 0 || left >= local.width - 1 || top >= local.height - 1) return null
      const fx = x - left
      const fy = y - top
      const at = top * local.width + left
      const above = data[at]! * (1 - fx) + data[at + 1]! * fx
      const below = data[at + local.width]! * (1 - fx) + data[at + local.width + 1]! * fx
      const value = (paper - above * (1 - fy) - below * fy) * scale
      ink[row * width + column] = value <= 0 ? 0 : value >= 1 ? 1 : value
    }
  }
  const whole: OutlinedCut = { ink, width, height, pxPerMm, marginPx }
  const meetsOutline = eraseOutline(whole)
  const place = { xPx: local.x, yPx: local.y, meetsOutline }
  if (!meetsOutline) return { cell: insideOf(whole), ...place }
  const inside = { left: marginPx, top: marginPx, width: insideWidth, height: insideHeight }
  return { cell: { ink, width, height, pxPerMm, inside }, ...place }
}

/** What lies clear of the outline: all of a digit that keeps to its box. */
function insideOf({ ink, width, height, marginPx }: OutlinedCut): InkCell {
  const edge = marginPx + Math.round(outlineMarginMm * pxPerMm)
  const [w, h] = [width - 2 * edge, height - 2 * edge]
  const inner = new Float32Array(w * h)
  for (let row = 0; row < h; row++)
    inner.set(ink.subarray((row + edge) * width + edge, (row + edge) * width + edge + w), row * w)
  return { ink: inner, width: w, height: h, pxPerMm }
}
