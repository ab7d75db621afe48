import { describe, expect, it } from 'vitest'
import { templateOf } from './geometry.ts'
import { layoutSheet } from './layout-sheet.ts'
import { markedSampleDesign } from './marked-sample.ts'
import { blocksOf, objectiveItemsOf } from './marking-blocks.ts'
import { PRINTER_MARGIN } from './measures.ts'
import { readPageCodeBits } from './page-code.ts'
import { renderPdf } from './render-pdf.ts'
import { sampleDesigns } from './samples.ts'
import { designGrid } from './testing/design-grid.ts'
import { worstError } from './testing/print-error.ts'
import { gridFaults } from './testing/grid-faults.ts'
import { inkBounds, renderPages } from './testing/rendered-page.ts'

/** Printers place no better than this, and the reader looks wider. */
const TOLERANCE_MM = 0.15
/** Every seventeenth sheet of the grid is rendered: each paper, number style and question table. */
const RENDERED_EVERY = 17

const designs = [
  ...designGrid,
  ...Object.entries(sampleDesigns).map(([name, design]) => ({ name: `sample ${name}`, design })),
  ...(['digits', 'bars'] as const).map((scoreEntry) => ({
    name: `marked with ${scoreEntry}`,
    design: { ...markedSampleDesign, scoreEntry },
  })),
  ...(['digits', 'bars'] as const).map((scoreEntry) => ({
    name: `marked with ${scoreEntry} and a total`,
    design: { ...markedSampleDesign, scoreEntry, totalEntry: true as const },
  })),
]

const rendered = designs.filter(
  ({ name }, index) =>
    index >= designGrid.length || index % RENDERED_EVERY === 0 || name.startsWith('combined'),
)

describe.each(designs)('the sheet $name', ({ design }) => {
  const geometry = layoutSheet(design)

  it('keeps everything apart, inside its frame and within the printer margin', () => {
    expect(geometry.pages.flatMap(gridFaults)).toEqual([])
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
        ? [
            ...blocksOf(design).map(({ key }) => `score:${key}`),
            // A sheet of choices alone has no marks to add up.
            ...(design.totalEntry && blocksOf(design).length > 0 ? ['score:total'] : []),
          ].toSorted()
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
})

describe.each(rendered)('the printed sheet $name', ({ design }) => {
  const geometry = layoutSheet(design)

  it('is where the template says, to 0.15 mm', { timeout: 60_000 }, async () => {
    const pdf = await renderPdf(geometry)
    const prints = await renderPages(pdf, geometry.pages[0]!, 300)
    expect(prints).toHaveLength(geometry.pages.length)
    for (const [index, page] of geometry.pages.entries()) {
      const print = prints[index]!
      expect(worstError(print, page)).toBeLessThan(TOLERANCE_MM)
      const ink = inkBounds(print)
      expect(ink.left).toBeGreaterThanOrEqual(PRINTER_MARGIN)
      expect(ink.top).toBeGreaterThanOrEqual(PRINTER_MARGIN)
      expect(ink.right).toBeLessThanOrEqual(page.widthMm - PRINTER_MARGIN)
      expect(ink.bottom).toBeLessThanOrEqual(page.heightMm - PRINTER_MARGIN)
    }
  })
})
