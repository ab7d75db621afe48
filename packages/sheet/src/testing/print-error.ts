import type { PageGeometry, Slot } from '../geometry.ts'
import type { RenderedPage } from './rendered-page.ts'
import { inkCentre } from './rendered-page.ts'

const around = ({ xMm, yMm, widthMm, heightMm }: Slot): Slot => ({
  xMm: xMm - widthMm / 2,
  yMm: yMm - heightMm / 2,
  widthMm,
  heightMm,
})

/** Largest distance between where something was printed and where the template says it is, millimetres. */
export function worstError(print: RenderedPage, page: PageGeometry): number {
  const errors: number[] = []
  const compare = (window: Slot, expected: { xMm?: number; yMm?: number }) => {
    const found = inkCentre(print, window)
    if (!found) errors.push(Number.POSITIVE_INFINITY)
    else {
      if (expected.xMm !== undefined) errors.push(Math.abs(found.xMm - expected.xMm))
      if (expected.yMm !== undefined) errors.push(Math.abs(found.yMm - expected.yMm))
    }
  }
  for (const anchor of page.anchors) {
    const { xMm, yMm, widthMm, heightMm } = around(anchor)
    const window = { xMm: xMm - 1, yMm: yMm - 1, widthMm: widthMm + 2, heightMm: heightMm + 2 }
    compare(window, anchor)
  }
  const digitBoxes = (page.digitFields ?? []).map(({ cells }) => cells)
  for (const bubbles of [...page.fields.map((field) => field.bubbles), ...digitBoxes])
    for (const bubble of bubbles) {
      const { xMm, yMm, widthMm, heightMm } = around(bubble)
      // Each side of the outline by itself: the label in the middle must not help.
      const third = heightMm / 3
      compare(
        { xMm: xMm - 0.4, yMm: yMm + third, widthMm: 0.9, heightMm: third },
        { xMm: xMm + 0.09 },
      )
      compare(
        { xMm: xMm + widthMm - 0.5, yMm: yMm + third, widthMm: 0.9, heightMm: third },
        { xMm: xMm + widthMm - 0.09 },
      )
      compare({ xMm: xMm + 0.4, yMm: yMm - 0.3, widthMm: 0.5, heightMm: 0.7 }, { yMm: yMm + 0.09 })
    }
  for (const region of page.regions) {
    const middle = region.yMm + Math.min(2, region.heightMm / 2)
    compare(
      { xMm: region.xMm - 0.6, yMm: middle, widthMm: 1.2, heightMm: 0.5 },
      { xMm: region.xMm },
    )
    const side = region.xMm + 1
    compare({ xMm: side, yMm: region.yMm - 0.6, widthMm: 0.6, heightMm: 1.2 }, { yMm: region.yMm })
  }
  for (const [index, cell] of page.pageCode!.cells.entries()) {
    const inner = { ...around(cell), xMm: cell.xMm - 1, widthMm: 2 }
    const dark = inkCentre(print, inner) !== null
    if (dark !== (page.pageCode!.bits[index] === '1')) errors.push(Number.POSITIVE_INFINITY)
  }
  return Math.max(...errors)
}
