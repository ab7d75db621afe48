import type { WordGrid } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import type { Gray } from '../kernels/gray.ts'
import { DrawnArea } from '../testing/drawn-area.ts'
import { cropRegions } from './crop-regions.ts'

const rule = { xMm: 14, yMm: 29.9, widthMm: 70, heightMm: 0.2 }
const perMm = 8

const cropOf = (area: DrawnArea, withoutLines: boolean): Gray =>
  cropRegions(area.gray, area.page, area.reading(), { dpi: 'scan', withoutLines })[0]!.gray

/** Dark pixels of a crop inside a box of the page, millimetres. */
function dark({ data, width }: Gray, left: number, top: number, right: number, bottom: number) {
  let count = 0
  for (let y = Math.round((top - 10) * perMm); y < (bottom - 10) * perMm; y++) {
    for (let x = Math.round((left - 10) * perMm); x < (right - 10) * perMm; x++) {
      if (data[y * width + x]! < 200) count++
    }
  }
  return count
}

describe.for([
  { how: 'known from the template', more: { printed: [rule] } },
  { how: 'found, where the template does not say', more: {} },
])('a printed rule $how', ({ more }) => {
  const ruled = () => new DrawnArea(more).line(14, 30, 84, 30, 0.2, 100)

  test('goes, and so does the frame', () => {
    expect(dark(cropOf(ruled(), false), 10, 10, 90, 50)).toBeGreaterThan(2000)
    expect(dark(cropOf(ruled(), true), 10, 10, 90, 50)).toBe(0)
  })

  test('leaves handwriting that crosses it or stands on it whole', () => {
    const written = ruled().line(40, 26, 43, 34, 0.4).line(60, 25, 60, 30, 0.4)
    const alone = new DrawnArea(more).line(40, 26, 43, 34, 0.4).line(60, 25, 60, 30, 0.4)
    const crop = cropOf(written, true)
    const wanted = cropOf(alone, true)
    // Nothing of a stroke is lost; what stays of the rule is no wider than the stroke itself.
    for (let i = 0; i < wanted.data.length; i++) {
      if (wanted.data[i]! < 200) expect(crop.data[i]).toBeLessThan(200)
    }
    const extra = dark(crop, 10, 10, 90, 50) - dark(wanted, 10, 10, 90, 50)
    expect(extra).toBeLessThan(30)
  })

  test('is followed where the scan lies a little off', () => {
    const off = new DrawnArea(more).line(14, 29.7, 84, 30.3, 0.2, 100)
    expect(dark(cropOf(off, true), 12, 12, 88, 48)).toBe(0)
  })
})

test('the squares of a composition go, the characters stay', () => {
  const grid: WordGrid = {
    id: 'words:1:0',
    blockKey: '1',
    part: 0,
    columns: 8,
    rows: 3,
    xMm: 14,
    yMm: 15,
    cellWidthMm: 8,
    cellHeightMm: 8,
    rowPitchMm: 10,
  }
  const area = new DrawnArea({ printed: [] }, { wordGrids: [grid] })
  for (let row = 0; row < 3; row++) {
    const y = 15 + row * 10
    area.line(14, y, 78, y, 0.18, 110).line(14, y + 8, 78, y + 8, 0.18, 110)
    for (let column = 0; column <= 8; column++) {
      area.line(14 + column * 8, y, 14 + column * 8, y + 8, 0.18, 110)
    }
  }
  area.line(16, 17, 20, 21, 0.4)
  const crop = cropOf(area, true)
  expect(dark(crop, 15, 16, 21, 22)).toBeGreaterThan(100)
  expect(dark(crop, 22.5, 11, 89, 49)).toBe(0)
})

test('a handwritten line shorter than print is not taken for a rule', () => {
  const area = new DrawnArea().line(30, 25, 42, 25, 0.4)
  expect(dark(cropOf(area, true), 29, 24, 43, 26)).toBeGreaterThan(200)
})
