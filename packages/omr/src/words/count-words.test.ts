import type { WordGrid } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { DrawnArea } from '../testing/drawn-area.ts'
import { countWords } from './count-words.ts'

const grid: WordGrid = {
  id: 'words:1:0',
  blockKey: '1',
  part: 0,
  columns: 10,
  rows: 4,
  xMm: 12,
  yMm: 12,
  cellWidthMm: 7.5,
  cellHeightMm: 7.5,
  rowPitchMm: 9,
}

/** A printed grid, a little off its place as scans are, and what is written by cell number. */
function composition(written: readonly number[], offMm = 0): DrawnArea {
  const area = new DrawnArea({ printed: [] }, { wordGrids: [grid] })
  const { columns, rows, cellWidthMm, cellHeightMm, rowPitchMm } = grid
  const [left, top] = [grid.xMm + offMm, grid.yMm + offMm]
  const right = left + columns * cellWidthMm
  for (let row = 0; row < rows; row++) {
    const y = top + row * rowPitchMm
    for (const edge of [y, y + cellHeightMm]) area.line(left, edge, right, edge, 0.18, 110)
    for (let column = 0; column <= columns; column++) {
      const x = left + column * cellWidthMm
      area.line(x, y, x, y + cellHeightMm, 0.18, 110)
    }
  }
  for (const cell of written) {
    const { x, y } = cornerOf(cell, offMm)
    area.line(x + 1.5, y + 2, x + 6, y + 2, 0.4).line(x + 3.5, y + 1.5, x + 2, y + 6, 0.4)
  }
  return area
}

const cornerOf = (cell: number, offMm = 0) => ({
  x: grid.xMm + offMm + (cell % grid.columns) * grid.cellWidthMm,
  y: grid.yMm + offMm + Math.floor(cell / grid.columns) * grid.rowPitchMm,
})

function counted(area: DrawnArea) {
  const [reading] = countWords(area.view(), area.page, area.reading().regions)
  const { writtenCells, characters, lastRow } = reading!
  return [writtenCells, characters, lastRow]
}

const cells = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, i) => from + i)

test.for([
  ['nothing', [], [0, 0, 0]],
  ['a paragraph that begins two cells in', cells(2, 10), [8, 10, 1]],
  ['two rows and a half', cells(2, 25), [23, 25, 3]],
  ['a gap in the middle', [...cells(2, 12), ...cells(16, 20)], [14, 20, 2]],
  ['every cell', cells(0, 40), [40, 40, 4]],
] as const)('%s is counted cell by cell', ([, written, wanted]) => {
  expect(counted(composition(written))).toEqual(wanted)
})

test.for([-0.7, -0.3, 0.4, 0.7])('a grid that lies %s mm off is followed', (offMm) => {
  expect(counted(composition(cells(2, 25), offMm))).toEqual([23, 25, 3])
})

test('a full stop and faint pencil count', () => {
  const area = composition(cells(2, 12))
  const stop = cornerOf(12)
  area.box({ xMm: stop.x + 1.5, yMm: stop.y + 5, widthMm: 0.7, heightMm: 0.7 }, 70)
  const faint = cornerOf(13)
  area.line(faint.x + 2, faint.y + 2, faint.x + 5, faint.y + 5, 0.35, 190)
  expect(counted(area)).toEqual([12, 14, 2])
})

test('a speck far from all writing does not stretch the count', () => {
  const area = composition(cells(2, 12))
  const speck = cornerOf(35)
  area.box({ xMm: speck.x + 3, yMm: speck.y + 3, widthMm: 0.6, heightMm: 0.6 }, 70)
  expect(counted(area)).toEqual([10, 12, 2])
})

test('a stroke that reaches into the next cell does not fill it', () => {
  const area = composition(cells(2, 12))
  const { x, y } = cornerOf(11)
  area.line(x + 3, y + 4, x + 8.8, y + 6.5, 0.4)
  expect(counted(area)).toEqual([10, 12, 2])
})
