import type { CropRegion, PrintedBox, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import type { CropLine } from './find-lines.ts'
import { findLongLines } from './find-lines.ts'
import { gridLines } from './printed-marks.ts'

/** Print thinner than this and much longer than thick is a line, millimetres. */
const thinMm = 0.6
/** A line is looked for anew in each piece of this length, so far to both sides: feeding bends it. */
const pieceMm = 6
const searchMm = 0.6
const endMm = 0.4
/** Grey level, as a share of the way from ink to paper, below which a pixel belongs to a stroke. */
const inkShare = 0.8

/**
 * Takes the region's frame, printed rules and composition squares off a crop, in place. Ink that
 * crosses or touches a line makes it thicker there, and is left as it is, line included: handwriting
 * stays whole. Where the template does not say what is printed inside, long straight lines are taken
 * for print.
 */
export function removeLines(crop: Gray, page: TemplatePage, region: CropRegion): void {
  const perMm = crop.width / region.widthMm
  const lines = knownLines(page, region).map((box) => lineOf(box, region, perMm))
  if (!region.printed) lines.push(...findLongLines(crop, perMm))
  for (const line of lines) erase(crop, line, perMm)
}

function knownLines(page: TemplatePage, region: CropRegion): PrintedBox[] {
  const { xMm, yMm, widthMm, heightMm } = region
  const flat = (x: number, y: number, w: number, h: number) => ({
    xMm: x,
    yMm: y,
    widthMm: w,
    heightMm: h,
  })
  const frame = region.framed
    ? [
        flat(xMm, yMm, widthMm, 0),
        flat(xMm, yMm + heightMm, widthMm, 0),
        flat(xMm, yMm, 0, heightMm),
        flat(xMm + widthMm, yMm, 0, heightMm),
      ]
    : []
  const grids = (page.wordGrids ?? []).filter(
    (grid) =>
      grid.xMm < xMm + widthMm &&
      grid.yMm < yMm + heightMm &&
      grid.xMm + grid.columns * grid.cellWidthMm > xMm &&
      grid.yMm + grid.rows * grid.rowPitchMm > yMm,
  )
  const rules = (region.printed ?? []).filter(
    (box) =>
      Math.min(box.widthMm, box.heightMm) <= thinMm &&
      Math.max(box.widthMm, box.heightMm) > 8 * Math.min(box.widthMm, box.heightMm),
  )
  return [...frame, ...rules, ...grids.flatMap(gridLines)]
}

function lineOf(box: PrintedBox, region: CropRegion, perMm: number): CropLine {
  const stands = box.heightMm > box.widthMm
  const [x, y] = [box.xMm - region.xMm, box.yMm - region.yMm]
  const [across, acrossMm] = stands ? [x, box.widthMm] : [y, box.heightMm]
  const [along, alongMm] = stands ? [y, box.heightMm] : [x, box.widthMm]
  return {
    stands,
    at: (across + acrossMm / 2) * perMm,
    // Where two lines meet, each goes on to the other's far side.
    from: Math.max(0, Math.floor((along - endMm) * perMm)),
    until: Math.ceil((along + alongMm + endMm) * perMm),
    // Frames and squares are known without their thickness.
    thick: (acrossMm || 0.35) * perMm,
  }
}

function erase(crop: Gray, line: CropLine, perMm: number): void {
  const { width, height } = crop
  const length = Math.min(line.until, line.stands ? height : width)
  const piece = Math.max(8, Math.round(pieceMm * perMm))
  for (let from = line.from; from < length; from += piece) {
    erasePiece(crop, line, from, Math.min(length, from + piece), searchMm * perMm)
  }
}

/** Finds a piece of a line where it really lies and erases it wherever nothing but the line is there. */
function erasePiece(crop: Gray, line: CropLine, from: number, until: number, reach: number): void {
  const { data, width, height } = crop
  const [along, across] = line.stands ? [width, 1] : [1, width]
  const last = (line.stands ? width : height) - 1
  const low = Math.max(0, Math.round(line.at - reach))
  const high = Math.min(last, Math.round(line.at + reach))
  const means: number[] = []
  for (let at = low; at <= high; at++) {
    let sum = 0
    for (let k = from; k < until; k++) sum += data[k * along + at * across]!
    means.push(sum / (until - from))
  }
  const darkest = Math.min(...means)
  const lightest = Math.max(...means)
  // Half of a line's length has to be there; anything less may be writing.
  if (darkest > lightest - 40) return
  const middle = low + means.indexOf(darkest)
  const limit = darkest + (lightest - darkest) * inkShare
  // Blur makes a line a pixel wider on either side.
  const most = line.thick + 3
  for (let k = from; k < until; k++) {
    const dark = (at: number) => data[k * along + at * across]! < limit
    let top = middle
    let bottom = middle
    while (top > 0 && middle - top < most && dark(top - 1)) top--
    while (bottom < last && bottom - middle < most && dark(bottom + 1)) bottom++
    if (bottom - top + 1 > most) continue
    const paper = Math.max(
      data[k * along + Math.max(0, top - 2) * across]!,
      data[k * along + Math.min(last, bottom + 2) * across]!,
    )
    for (let at = Math.max(0, top - 1); at <= Math.min(last, bottom + 1); at++) {
      data[k * along + at * across] = Math.max(data[k * along + at * across]!, paper)
    }
  }
}
