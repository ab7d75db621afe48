import { expect, test } from 'vitest'
import { type RulerPart, wordsOnParts } from './word-ruler.ts'

/** Squares of 8 mm, twenty in a row, ten pixels a millimetre, 2 mm from the frame and 8 mm below its top. */
const part = (no: number, rows: number, characters: number): RulerPart => ({
  part: no,
  characters,
  written: Math.max(0, characters - 4),
  place: {
    grid: {
      columns: 20,
      rows,
      xMm: 22,
      yMm: 38,
      cellWidthMm: 8,
      cellHeightMm: 8,
      rowPitchMm: 10,
    },
    region: { xMm: 20, yMm: 30, widthMm: 164, heightMm: 200 },
    widthPx: 1640,
    heightPx: 2000,
  },
})

test('every hundredth square is marked at its right edge, and the required number too', () => {
  const { characters, written, marks } = wordsOnParts([part(0, 12, 187)], 150)
  expect([characters, written]).toEqual([187, 183])
  expect(marks).toEqual([
    { part: 0, x: 1620, y: 480, height: 80, words: 100, is_required: false },
    { part: 0, x: 820, y: 780, height: 80, words: 150, is_required: true },
    { part: 0, x: 1620, y: 980, height: 80, words: 200, is_required: false },
  ])
})

test.for([
  [[240, 30], 270, 'the first page is full to its last square'],
  [[238, 30], 270, 'squares left empty at its end count, as the line goes on overleaf'],
  [[180, 0], 180, 'nothing overleaf'],
  [[0, 0], 0, 'nothing at all'],
] as const)('%o on two images of 240 squares are %i words: %s', ([written, words]) => {
  const parts = written.map((characters, no) => part(no, 12, characters))
  expect(wordsOnParts(parts, 0).characters).toBe(words)
})

test('the count of the second image goes on from the first; required words may lie there', () => {
  const { marks } = wordsOnParts([part(0, 12, 240), part(1, 12, 80)], 300)
  expect(marks.map(({ part: no, words, is_required }) => [no, words, is_required])).toEqual([
    [0, 100, false],
    [0, 200, false],
    [1, 300, true],
    [1, 400, false],
  ])
})

test('a sheet that does not say where its squares lie has a count and no marks', () => {
  const unknown = [{ ...part(0, 12, 187), place: null }]
  expect(wordsOnParts(unknown, 150)).toEqual({ characters: 187, written: 183, marks: [] })
})
