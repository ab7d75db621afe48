import { createReader } from '@hengjuan/omr'
import { designGrid } from '@hengjuan/sheet/testing'
import { expect, test } from 'vitest'
import { readBack } from './read-back.ts'

const reader = createReader()

/** One of each paper, several pages and folds among them; `research/sheet-grid.ts` reads all. */
const SAMPLE = [
  'A4 2 both types',
  'A3 3 barcode optional',
  '8K 3 bubble choices',
  '8K 2 both essays',
  '16K 1 bubble types',
  'combined A4 2',
  'combined A3 3 digits',
]

test.for(SAMPLE)('%s: filled in and scanned, it is read as it was meant', async (name) => {
  const { design } = designGrid.find((each) => each.name === name)!
  const { wrong, fields } = await readBack(design, name, reader)
  expect(wrong).toEqual([])
  expect(fields).toBeGreaterThan(0)
})
