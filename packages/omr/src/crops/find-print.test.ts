import { looksBlank, type PrintedBox } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { DrawnArea } from '../testing/drawn-area.ts'
import { findPrint } from './find-print.ts'
import { measureInk } from './ink-ratio.ts'

/** Pixels of a drawn page in a millimetre. */
const PER_MM = 8

/** Two lines of a question with a blank of 12 mm to write in, each word of strokes; moved as on a later print. */
function paper(offMm: number, printed?: PrintedBox[]): DrawnArea {
  const area = new DrawnArea(printed ? { printed } : {})
  for (const y of [14, 22])
    for (let x = 14; x < 84; x += 1.2)
      if (y === 14 || x < 40 || x > 52)
        area.line(x + offMm, y + offMm, x + 0.9 + offMm, y + 3.2 + offMm, 0.35, 30)
  return area.line(40 + offMm, 26 + offMm, 52 + offMm, 26 + offMm, 0.2, 60)
}

const EMPTY = paper(0)
const PRINT = findPrint(EMPTY.gray, PER_MM, EMPTY.region)
const measured = (area: DrawnArea) => measureInk(area.view(), area.page, area.region, area.quad())

describe('an area of an original paper, with the question printed in it', () => {
  test('does not look blank as long as its print is not known', () => {
    expect(looksBlank(measured(paper(0)))).toBe(false)
  })

  test.for([-0.3, 0, 0.3])('looks blank where nothing is written, print moved by %f mm', (off) => {
    expect(looksBlank(measured(paper(off, PRINT)))).toBe(true)
  })

  test.for([
    ['a letter in the blank of the text', [44, 22.5, 47, 24.5, 0.4]],
    ['a stroke between the lines', [60, 18.5, 63, 20.2, 0.4]],
    ['a line below the question', [30, 35, 60, 35, 0.4]],
  ] as const)('is not blank with %s', ([, [x0, y0, x1, y1, width]]) => {
    expect(looksBlank(measured(paper(0.2, PRINT).line(x0, y0, x1, y1, width)))).toBe(false)
  })

  test('is told in boxes that stay inside it, few for a line of text', () => {
    const { xMm, yMm, widthMm, heightMm } = EMPTY.region
    for (const box of PRINT) {
      expect(box.xMm).toBeGreaterThanOrEqual(xMm)
      expect(box.yMm).toBeGreaterThanOrEqual(yMm)
      expect(box.xMm + box.widthMm).toBeLessThanOrEqual(xMm + widthMm)
      expect(box.yMm + box.heightMm).toBeLessThanOrEqual(yMm + heightMm)
      expect(Math.min(box.widthMm, box.heightMm)).toBeGreaterThan(0)
    }
    expect(PRINT.length).toBeLessThan(20)
  })
})
