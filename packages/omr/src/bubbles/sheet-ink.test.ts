import { expect, test } from 'vitest'
import { emptyPrints, sheetInk } from './sheet-ink.ts'

const many = (count: number, value: number) =>
  Array.from({ length: count }, (_, i) => value + (i % 5) * 0.004)

test('the border lies between this sheet’s empties and its own marks', () => {
  const dark = sheetInk([...many(90, 0), ...many(30, 0.8)])
  expect(dark.hasMarks).toBe(true)
  expect(dark.mark).toBeCloseTo(0.4, 2)
  const faint = sheetInk([...many(90, 0), ...many(30, 0.24)])
  expect(faint.hasMarks).toBe(true)
  expect(faint.mark).toBeLessThan(0.14)
})

test('an empty sheet has no marks, however its noise may split', () => {
  const ink = sheetInk(many(200, 0))
  expect(ink.hasMarks).toBe(false)
  expect(ink.mark).toBe(0.4)
})

test('two smudges do not make a class of marks', () => {
  const ink = sheetInk([...many(120, 0), 0.16, 0.18])
  expect(ink.hasMarks).toBe(false)
  expect(0.18).toBeLessThan(ink.mark)
})

test('a rough paper widens what counts as doubtful, not what counts as empty beyond the mark', () => {
  const noisy = sheetInk([...many(40, 0), ...many(40, 0.08), ...many(30, 0.7)])
  const clean = sheetInk([...many(80, 0), ...many(30, 0.7)])
  expect(noisy.empty).toBeGreaterThan(clean.empty)
  expect(noisy.empty).toBeLessThan(noisy.mark)
})

test('a letter is compared with the same letter elsewhere, even when some of it are filled', () => {
  const sample = (label: string, value: number) => ({ label, value, isPlain: false })
  const prints = emptyPrints([
    ...many(8, 0.2).map((v) => sample('M', v)),
    ...many(3, 0.9).map((v) => sample('M', v)),
    ...many(8, 0.08).map((v) => sample('I', v)),
  ])
  expect(prints('M').value).toBeCloseTo(0.2, 1)
  expect(prints('I').value).toBeCloseTo(0.08, 1)
})

test('a row in which every bubble of a letter is filled does not make that letter dark', () => {
  const sample = (label: string, value: number) => ({ label, value, isPlain: false })
  const prints = emptyPrints([
    ...many(20, 0.85).map((v) => sample('T', v)),
    ...many(20, 0.1).map((v) => sample('F', v)),
  ])
  expect(prints('T').value).toBeLessThan(0.2)
})
