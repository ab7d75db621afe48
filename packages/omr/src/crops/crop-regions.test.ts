import { expect, test } from 'vitest'
import { createReader } from '../reader/reader.ts'
import { loadTemplate } from '../template/load-template.ts'
import { paintSheet, scanSheet } from '../testing/paint-page.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { cropRegions, cropsInTurn } from './crop-regions.ts'

test('crops in turn are the same crops, in the place of one', async () => {
  const template = loadTemplate(sampleTemplate())
  const front = template.pages[0]!
  const scan = scanSheet(paintSheet(front, { marks: [], writing: 2 }), front, { dpi: 200 })
  const { reading, gray } = await createReader().readPage(scan.gray, template)
  const options = { purposes: ['block', 'name'] as const }
  const places: number[] = []
  const inTurn = [...cropsInTurn(gray, front, reading, options)].map(({ id }) => id)
  const copies: Uint8Array[] = []
  for (const crop of cropsInTurn(gray, front, reading, options)) {
    places.push(crop.gray.data.byteOffset)
    copies.push(crop.gray.data.slice())
  }
  const together = cropRegions(gray, front, reading, options)
  expect(together.length).toBeGreaterThan(1)
  expect(inTurn).toEqual(together.map(({ id }) => id))
  expect(copies).toEqual(together.map((crop) => crop.gray.data))
  expect(new Set(places).size).toBe(1)
})
