import type { OmrTemplate, SheetDesign } from '@hengjuan/domain'
import { createReader, loadTemplate, pageRead } from '@hengjuan/omr'
import { makeAnswers, renderBlankPages, simulateSheet } from '@hengjuan/scan-simulator'
import { layoutSheet, markedSampleDesign, type SheetGeometry, templateOf } from '@hengjuan/sheet'
import { expect, test } from 'vitest'

const EXAM_NO = '20261001'
const DPI = 150
/** What an area's place in the picture may be off by the scan's own unevenness. */
const PLACE_MM = 0.6

/** As it is printed first, and again with the experiments before the choices. */
const first: SheetDesign = { ...markedSampleDesign, id: 'sheet-1-v1', sheetCode: 1234 }
const second: SheetDesign = {
  ...first,
  id: 'sheet-1-v2',
  sheetCode: 40_321,
  sections: [1, 0, 2].map((at) => first.sections[at]!),
}

const together = (now: OmrTemplate, before: OmrTemplate): OmrTemplate => ({
  ...now,
  pages: now.pages.map((page, at) => ({ ...page, earlier: before.pages.slice(at, at + 1) })),
})

test('paper of both prints is read as what it says it is, with one template', async () => {
  const prints = [layoutSheet(first), layoutSheet(second)] as const
  const [before, now] = prints.map(templateOf) as [OmrTemplate, OmrTemplate]
  const template = loadTemplate(JSON.parse(JSON.stringify(together(now, before))))
  const areaY = (one: OmrTemplate) => one.pages[0]?.fields.find(({ id }) => id === 'choice:1')
  expect(areaY(now)?.bubbles[0]?.yMm).not.toBe(areaY(before)?.bubbles[0]?.yMm)
  for (const geometry of prints) await readWhole(geometry, template)
})

async function readWhole(geometry: SheetGeometry, template: OmrTemplate): Promise<void> {
  const sheet = { geometry, blanks: await renderBlankPages(geometry, DPI) }
  const candidate = { name: '王小明', className: '高一（1）班', examNo: EXAM_NO }
  const student = {
    ...makeAnswers(geometry, candidate, {}, geometry.design.id),
    marking: { scores: {}, misconduct: false, paperVariant: 'A' },
  }
  const { pages, truth } = await simulateSheet({
    sheet,
    student,
    seed: geometry.design.id,
    strength: 0,
    pages: [1],
  })
  const reader = createReader()
  const [scan] = pages
  const { reading } = await reader.readPage(scan?.jpeg ?? new Uint8Array(), template)
  expect(reading).toMatchObject({ page: 1, templateId: template.id })
  expect(reading.status).not.toBe('rejected')
  const own = geometry.pages[0]
  expect(reading.pageCode?.bits).toBe(own?.pageCode?.bits)
  expect(pageRead(template, reading)?.pageCode?.bits).toBe(own?.pageCode?.bits)
  for (const { fieldId, meant } of truth.choices)
    expect(reading.fields.find(({ id }) => id === fieldId)?.values, fieldId).toEqual([...meant])
  expect(reading.fields.find(({ id }) => id === 'examNo')?.values.join('')).toBe(EXAM_NO)
  const pxPerMm = DPI / 25.4
  for (const region of reading.regions.filter(({ blockKey }) => blockKey !== null)) {
    const printed = own?.regions.find(({ id }) => id === region.id)
    const [x, y] = scan?.toPx(printed?.xMm ?? 0, printed?.yMm ?? 0) ?? []
    const [corner] = region.quadPx
    const off = Math.hypot((corner?.[0] ?? 0) - (x ?? 0), (corner?.[1] ?? 0) - (y ?? 0))
    expect(off / pxPerMm, region.id).toBeLessThan(PLACE_MM)
  }
}

test('an earlier print of another size is refused: it could not be told from the present one', () => {
  const [before, now] = [first, second].map((design) => templateOf(layoutSheet(design))) as [
    OmrTemplate,
    OmrTemplate,
  ]
  const [page] = now.pages
  const narrow = before.pages.map((one) => ({ ...one, widthMm: one.widthMm - 1 }))
  expect(page?.anchors).toEqual(before.pages[0]?.anchors)
  expect(() => loadTemplate(together(now, { ...before, pages: narrow }))).toThrow('早先印的同一页')
})
