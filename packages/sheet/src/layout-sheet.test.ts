import { describe, expect, it } from 'vitest'
import type { PageGeometry, Slot } from './geometry.ts'
import { templateOf } from './geometry.ts'
import { layoutSheet } from './layout-sheet.ts'
import { markedSampleDesign } from './marked-sample.ts'
import { blocksOf, objectiveItemsOf } from './marking-blocks.ts'
import { PRINTER_MARGIN } from './measures.ts'
import { readPageCodeBits } from './page-code.ts'
import { renderPdf } from './render-pdf.ts'
import { sampleDesigns } from './samples.ts'
import { designGrid } from './testing/design-grid.ts'
import type { RenderedPage } from './testing/rendered-page.ts'
import { inkBounds, inkCentre, renderPages } from './testing/rendered-page.ts'

/** Printers place no better than this, and the reader looks wider. */
const TOLERANCE_MM = 0.15
/** Frames nearer than this would be taken for one another. */
const LEAST_GAP_MM = 1.5

const designs = [
  ...designGrid,
  ...Object.entries(sampleDesigns).map(([name, design]) => ({ name: `sample ${name}`, design })),
  ...(['digits', 'bars'] as const).map((scoreEntry) => ({
    name: `marked with ${scoreEntry}`,
    design: { ...markedSampleDesign, scoreEntry },
  })),
]

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

/** Everything on a page that the reader looks for, as boxes that must not meet. */
const boxesOf = (page: PageGeometry): Slot[] => [
  ...page.anchors.map(around),
  ...page.fields.flatMap(({ bubbles }) => bubbles.map(around)),
  ...(page.digitFields ?? []).flatMap(({ cells }) => cells.map(around)),
  ...page.regions,
  ...page.barcodes,
]

describe.each(designs)('the sheet $name', ({ design }) => {
  const geometry = layoutSheet(design)

  it('keeps everything that is read apart and within the printer margin', () => {
    for (const page of geometry.pages) {
      const boxes = boxesOf(page)
      for (const [index, box] of boxes.entries()) {
        expect(box.xMm).toBeGreaterThanOrEqual(PRINTER_MARGIN)
        expect(box.yMm).toBeGreaterThanOrEqual(PRINTER_MARGIN)
        expect(box.xMm + box.widthMm).toBeLessThanOrEqual(page.widthMm - PRINTER_MARGIN)
        expect(box.yMm + box.heightMm).toBeLessThanOrEqual(page.heightMm - PRINTER_MARGIN)
        for (const other of boxes.slice(index + 1))
          expect(gapBetween(box, other)).toBeGreaterThan(LEAST_GAP_MM)
      }
    }
  })

  it('prints every question once and every block somewhere', () => {
    const fields = geometry.pages.flatMap((page) => page.fields)
    const ids = fields.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const item of objectiveItemsOf(design)) {
      const field = fields.find(({ id }) => id === item.fieldId)
      expect(field?.bubbles.map(({ value }) => value)).toEqual(item.options)
      expect(field?.multiple).toBe(item.multiple)
    }
    const regions = geometry.pages.flatMap((page) => page.regions)
    for (const block of blocksOf(design)) {
      const parts = regions.filter(({ blockKey }) => blockKey === block.key)
      expect(parts.map(({ part }) => part)).toEqual(parts.map((_, index) => index))
      expect(parts.length).toBeGreaterThan(0)
    }
    const entries = [...fields, ...geometry.pages.flatMap((page) => page.digitFields ?? [])]
    const entered = entries.filter(({ id }) => id.startsWith('score:')).map(({ id }) => id)
    expect(entered.toSorted()).toEqual(
      design.scoreEntry
        ? blocksOf(design)
            .map(({ key }) => `score:${key}`)
            .toSorted()
        : [],
    )
    const kinds = (kind: string) => fields.filter((field) => field.kind === kind)
    expect(kinds('misconduct')).toHaveLength(design.misconduct ? 1 : 0)
    expect(kinds('paperVariant').flatMap(({ bubbles }) => bubbles)).toHaveLength(
      design.paperVariants ?? 0,
    )
    const numbers = fields.find(({ kind }) => kind === 'examNo')?.bubbles.length ?? 0
    expect(numbers).toBe(design.numberStyle === 'barcode' ? 0 : design.examNoDigits * 10)
  })

  it('names itself and its pages in the page code', () => {
    for (const page of templateOf(geometry).pages)
      expect(readPageCodeBits(page.pageCode!.bits)).toEqual({
        sheetCode: design.sheetCode,
        page: page.page,
      })
  })

  it('is printed where the template says, to 0.15 mm', { timeout: 60_000 }, async () => {
    const pdf = await renderPdf(geometry)
    const rendered = await renderPages(pdf, geometry.pages[0]!, 300)
    expect(rendered).toHaveLength(geometry.pages.length)
    for (const [index, page] of geometry.pages.entries()) {
      const print = rendered[index]!
      expect(worstError(print, page)).toBeLessThan(TOLERANCE_MM)
      const ink = inkBounds(print)
      expect(ink.left).toBeGreaterThanOrEqual(PRINTER_MARGIN)
      expect(ink.top).toBeGreaterThanOrEqual(PRINTER_MARGIN)
      expect(ink.right).toBeLessThanOrEqual(page.widthMm - PRINTER_MARGIN)
      expect(ink.bottom).toBeLessThanOrEqual(page.heightMm - PRINTER_MARGIN)
    }
  })
})

/** Largest distance between where something is and where the template says it is. */
function worstError(print: RenderedPage, page: PageGeometry): number {
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
