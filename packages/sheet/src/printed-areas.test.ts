import { expect, test } from 'vitest'
import { templateOf } from './geometry.ts'
import { layoutSheet } from './layout-sheet.ts'
import { sampleDesigns } from './samples.ts'

const templates = Object.values(sampleDesigns).map((design) => templateOf(layoutSheet(design)))
const areas = templates
  .flatMap(({ pages }) => pages)
  .flatMap(({ regions }) => regions)
  .filter(({ purpose }) => purpose === 'block')

test('every answer area says what is printed in it, and that is little of it', () => {
  expect(areas.length).toBeGreaterThan(15)
  for (const { printed, widthMm, heightMm } of areas) {
    expect(printed).toBeDefined()
    const covered = printed!.reduce((sum, box) => sum + box.widthMm * box.heightMm, 0)
    expect(covered).toBeGreaterThan(0)
    // Numbers and rules leave at least nine tenths to write on.
    expect(covered).toBeLessThan(0.1 * widthMm * heightMm)
  }
})

test('what is printed lies inside the area and is not its frame', () => {
  for (const { printed, xMm, yMm, widthMm, heightMm } of areas) {
    for (const box of printed!) {
      expect(box.xMm).toBeGreaterThan(xMm + 0.5)
      expect(box.yMm).toBeGreaterThan(yMm + 0.5)
      expect(box.xMm + box.widthMm).toBeLessThan(xMm + widthMm - 0.5)
      expect(box.yMm + box.heightMm).toBeLessThan(yMm + heightMm - 0.5)
    }
  }
})

test('a composition’s squares are told as a grid that fits its area', () => {
  const page = templates.flatMap(({ pages }) => pages).find(({ wordGrids }) => wordGrids)
  expect(page!.wordGrids!.length).toBeGreaterThan(1)
  for (const grid of page!.wordGrids!) {
    const area = page!.regions.find(({ id }) => id === `block:${grid.blockKey}:${grid.part}`)!
    const bottom = grid.yMm + (grid.rows - 1) * grid.rowPitchMm + grid.cellHeightMm
    expect(grid.xMm).toBeGreaterThan(area.xMm)
    expect(grid.xMm + grid.columns * grid.cellWidthMm).toBeLessThan(area.xMm + area.widthMm)
    expect(grid.yMm).toBeGreaterThan(area.yMm)
    expect(bottom).toBeLessThan(area.yMm + area.heightMm)
  }
})
