import type { PageGeometry, Slot } from '../geometry.ts'
import { PRINTER_MARGIN } from '../measures.ts'
import { printedBoxes } from '../printed-areas.ts'

/** Frames nearer than this would be taken for one another. */
const LEAST_GAP_MM = 1.5
/** Print that only touches, within what a drawn line is thick. */
const TOUCH_MM = 0.3

const around = ({ xMm, yMm, widthMm, heightMm }: Slot): Slot => ({
  xMm: xMm - widthMm / 2,
  yMm: yMm - heightMm / 2,
  widthMm,
  heightMm,
})

const gapBetween = (a: Slot, b: Slot) =>
  Math.max(
    a.xMm - (b.xMm + b.widthMm),
    b.xMm - (a.xMm + a.widthMm),
    a.yMm - (b.yMm + b.heightMm),
    b.yMm - (a.yMm + a.heightMm),
  )

const reachesOut = (inner: Slot, outer: Slot) =>
  inner.xMm < outer.xMm - TOUCH_MM ||
  inner.yMm < outer.yMm - TOUCH_MM ||
  inner.xMm + inner.widthMm > outer.xMm + outer.widthMm + TOUCH_MM ||
  inner.yMm + inner.heightMm > outer.yMm + outer.heightMm + TOUCH_MM

/** What is wrong with a laid-out page: things that meet, leave the paper or reach over a frame. */
export function gridFaults(page: PageGeometry): string[] {
  const read = readBoxes(page)
  const faults: string[] = []
  const paper = {
    xMm: PRINTER_MARGIN,
    yMm: PRINTER_MARGIN,
    widthMm: page.widthMm - 2 * PRINTER_MARGIN,
    heightMm: page.heightMm - 2 * PRINTER_MARGIN,
  }
  for (const [index, { what, box }] of read.entries()) {
    if (reachesOut(box, paper)) faults.push(`${what} leaves the printable area`)
    for (const other of read.slice(index + 1))
      if (gapBetween(box, other.box) <= LEAST_GAP_MM) faults.push(`${what} meets ${other.what}`)
  }
  const frames = [
    ...page.regions.map((box) => ({ what: box.id, box })),
    ...page.drawing.flatMap((each) =>
      each.kind === 'rect' && each.strokeMm !== undefined ? [{ what: 'a frame', box: each }] : [],
    ),
  ]
  const marks = read.filter(({ isMark }) => isMark)
  for (const primitive of page.drawing)
    for (const box of printedBoxes(primitive)) {
      const what = primitive.kind === 'text' ? `“${primitive.text}”` : primitive.kind
      if (reachesOut(box, paper)) faults.push(`${what} leaves the printable area`)
      if (primitive.kind !== 'text') continue
      for (const mark of marks)
        if (gapBetween(box, mark.box) < 0) faults.push(`${what} is printed over ${mark.what}`)
      for (const frame of frames)
        if (gapBetween(box, frame.box) < -TOUCH_MM && reachesOut(box, frame.box))
          faults.push(`${what} reaches over ${frame.what}`)
    }
  return faults
}

/** Everything that the reader looks for; `isMark` where nothing else may be printed. */
function readBoxes(page: PageGeometry): { what: string; box: Slot; isMark: boolean }[] {
  const mark = (what: string, box: Slot) => ({ what, box, isMark: true })
  return [
    ...page.anchors.map((anchor) => mark(anchor.id, around(anchor))),
    ...page.fields.flatMap(({ id, bubbles }) =>
      bubbles.map((bubble) => mark(`${id}=${bubble.value}`, around(bubble))),
    ),
    ...(page.digitFields ?? []).flatMap(({ id, cells }) =>
      cells.map((cell) => mark(id, around(cell))),
    ),
    ...page.regions.map((box) => ({ what: box.id, box, isMark: false })),
    ...page.barcodes.map((box) => ({ what: box.id, box, isMark: false })),
  ]
}
