import type { BarcodeRegion, BubbleField, CropRegion } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { DrawnArea } from '../testing/drawn-area.ts'
import { cropRegions } from './crop-regions.ts'

/** A box in the upper left of the answer area, 5 mm inside it. */
const inside = { xMm: 15, yMm: 15, widthMm: 20, heightMm: 6 }

const name: CropRegion = {
  ...inside,
  id: 'name',
  purpose: 'name',
  blockKey: null,
  part: 0,
  framed: true,
}
const barcode: BarcodeRegion = { ...inside, id: 'code', purpose: 'examNo', symbology: 'Code128' }
const examNo: BubbleField = {
  id: 'examNo',
  kind: 'examNo',
  direction: 'vertical',
  multiple: false,
  shape: 'rect',
  outlined: true,
  group: 'examNo',
  bubbles: [0, 1].map((column) => ({
    value: '1',
    label: '1',
    column,
    xMm: column === 0 ? 17 : 33,
    yMm: 18,
    widthMm: 4,
    heightMm: 6,
  })),
}

test.for([
  ['the handwritten name', { regions: [name] }],
  ['the barcode of the exam number', { barcodes: [barcode] }],
  ['the barcode of the sheet', { barcodes: [{ ...barcode, purpose: 'sheet' as const }] }],
  ['the bubbled exam number', { fields: [examNo] }],
] as const)('%s inside a block is never in its crop, whatever the template says', ([, more]) => {
  const area = new DrawnArea()
  const page = {
    ...area.page,
    ...more,
    regions: [area.region, ...('regions' in more ? more.regions : [])],
  } as typeof area.page
  // Handwriting that fills the box and leaves it by a millimetre, and an answer beside it.
  area.box({ xMm: 14, yMm: 14, widthMm: 22, heightMm: 8 }, 30)
  area.box({ xMm: 50, yMm: 16, widthMm: 10, heightMm: 4 }, 30)
  for (const withoutLines of [false, true]) {
    const [crop] = cropRegions(area.gray, page, area.reading(), { dpi: 'scan', withoutLines })
    const { data, width } = crop!.gray
    const at = (xMm: number, yMm: number) =>
      data[Math.round((yMm - 10) * 8) * width + Math.round((xMm - 10) * 8)]
    for (let x = 14; x <= 36; x += 0.5) {
      for (let y = 14; y <= 22; y += 0.5) expect(at(x, y)).toBe(255)
    }
    expect(at(55, 18)).toBeLessThan(60)
  }
})

test('a name field that only touches a block hides nothing of the answer', () => {
  const area = new DrawnArea()
  const beside = { ...name, xMm: 10, yMm: 2, widthMm: 40, heightMm: 8 }
  area.box({ xMm: 12, yMm: 11, widthMm: 10, heightMm: 2 }, 30)
  const page = { ...area.page, regions: [area.region, beside] }
  const [crop] = cropRegions(area.gray, page, area.reading(), { dpi: 'scan' })
  expect(crop!.gray.data[12 * crop!.gray.width + 40]).toBeLessThan(60)
})

test('names are cut out only for those who ask for them', () => {
  const area = new DrawnArea()
  const page = { ...area.page, regions: [area.region, name] }
  const reading = area.reading()
  reading.regions.push({ ...reading.regions[0]!, id: 'name' })
  const ids = (purposes?: ('block' | 'name')[]) =>
    cropRegions(area.gray, page, reading, purposes ? { purposes } : {}).map(({ id }) => id)
  expect(ids()).toEqual(['block:1:0'])
  expect(ids(['block', 'name'])).toEqual(['block:1:0', 'name'])
})
