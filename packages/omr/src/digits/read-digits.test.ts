import type { DigitField } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { readDigits } from './read-digits.ts'
import type { WrittenBox } from './testing/pen-box.ts'
import { paintBoxes } from './testing/pen-box.ts'

const readRow = (boxes: readonly WrittenBox[], more: Partial<DigitField> = {}) => {
  const { view, field } = paintBoxes(boxes, more)
  return readDigits(view, [field])[0]!
}
const write = (text: string) => [...text].map((mark) => ({ mark }))

test('plain digits are read', () => {
  expect(readRow(write('0123456789')).text).toBe('0123456789')
})

test.for([
  [{ size: 0.4 }, 'small'],
  [{ size: 0.95 }, 'so large that it touches the box'],
  [{ at: [1.6, -1.2] }, 'in a corner of the box'],
  [{ widthMm: 0.9 }, 'with a broad pen'],
  [{ ink: 0.35 }, 'with a faint pencil'],
] as [Partial<WrittenBox>, string][])('digits written as %o are read (%s)', ([how]) => {
  const boxes = [...'0234567'].map((mark) => ({ mark, ...how }))
  expect(readRow(boxes).text).toBe('0234567')
})

test.for([
  ['', ' ', 'an empty box'],
  ['dot', '?', 'a dot'],
  ['tick', '?', 'a tick'],
  ['crossed out', '?', 'a digit that was crossed out'],
  ['scribble', '?', 'a scribble'],
] as const)('%s reads “%s” (%s)', ([mark, digit]) => {
  const { cells } = readRow([{ mark }])
  expect(cells[0]!.digit).toBe(digit)
})

test.for([-1.4, -1.1, -0.8, -0.5, 0.5, 0.8, 1.1, 1.4])(
  'a digit %d mm off that meets its box is read or left to a person, never another digit',
  (off) => {
    for (const at of [
      [0, off],
      [off, 0],
    ] as [number, number][]) {
      const boxes = [...'0123456789'].map((mark) => ({ mark, at, size: 0.9 }))
      const { text } = readRow(boxes)
      for (const [i, digit] of [...text].entries()) expect([String(i), '?']).toContain(digit)
    }
  },
)

test('a stroke along the printed outline belongs to its digit', () => {
  // The bar of the seven lies on the upper edge of the box.
  const [cell] = readRow([{ mark: '7', size: 0.8, at: [0, -1.3] }]).cells
  expect(['7', '?']).toContain(cell!.digit)
})

describe('the score of a row', () => {
  test.for([
    ['27', 0, 30_000, 27_000, 'two digits'],
    [' 7', 0, 30_000, 7000, 'an empty box before the first digit'],
    ['7 ', 0, 80_000, null, '7 or 70: nobody knows'],
    ['  ', 0, 30_000, null, 'nothing written'],
    ['275', 1, 30_000, 27_500, 'a decimal'],
    ['27 ', 1, 30_000, 27_000, 'no decimal'],
    [' 05', 1, 30_000, 500, 'half a point'],
    ['  5', 1, 30_000, null, 'a decimal without a whole part'],
    ['2725', 2, 30_000, 27_250, 'two decimals'],
    ['47', 0, 30_000, null, 'more than the full mark'],
    ['30', 0, 30_000, 30_000, 'the full mark'],
  ] as const)('“%s” with %i decimals of %i is %s (%s)', ([text, decimals, fullMilli, score]) => {
    const reading = readRow(write(text), { decimals, fullMilli })
    expect(reading.text).toBe(text)
    expect(reading.scoreMilli).toBe(score)
    if (score === null) expect(reading.confidence).toBe(0)
    else expect(reading.confidence).toBeGreaterThan(0.5)
  })

  test('one illegible digit leaves no score', () => {
    const reading = readRow([{ mark: '2' }, { mark: 'scribble' }])
    expect(reading).toMatchObject({ text: '2?', scoreMilli: null, confidence: 0 })
  })
})

test('boxes that are not where they should be are not read', () => {
  const { view, field } = paintBoxes(write('27'))
  const cells = field.cells.map((cell) => ({ ...cell, yMm: cell.yMm + 5.5 }))
  expect(readDigits(view, [{ ...field, cells }])[0]!.scoreMilli).toBeNull()
})

test('boxes that lie half outside the picture are not read', () => {
  const { view, field } = paintBoxes(write('27'))
  const cells = field.cells.map((cell) => ({ ...cell, xMm: cell.xMm - 14 }))
  expect(readDigits(view, [{ ...field, cells }])[0]!.text).toContain('?')
})
