import { layoutSheet } from '@hengjuan/sheet/layout'
import { renderPdf, sampleDesigns } from '@hengjuan/sheet'
import { expect, test } from 'vitest'
import { pageCounter } from './print-download.ts'

test('pages are counted while a printed file comes in pieces', async () => {
  const students = Array.from({ length: 3 }, (_, index) => ({
    name: `考生${index}`,
    examNo: `2026000${index}`,
    className: '一班',
  }))
  const pdf = await renderPdf(layoutSheet(sampleDesigns.english), { students })
  const count = pageCounter()
  let pages = 0
  for (let at = 0; at < pdf.length; at += 700) pages = count(pdf.subarray(at, at + 700))
  expect(pages).toBe(6)
})
