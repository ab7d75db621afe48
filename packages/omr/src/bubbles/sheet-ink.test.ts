import { expect, test } from 'vitest'
import { emptyPrints, overPaper, sheetInk, sheetLevels, withStrokes } from './sheet-ink.ts'

const many = (count: number, value: number) =>
  Array.from({ length: count }, (_, i) => value + (i % 5) * 0.004)

/**
 * Bubbles by what they print, and what `emptyPrints` says of one of these labels; by default of questions
 * with four options and one answer.
 */
function printsOf(
  bubbles: Record<string, number[]>,
  surelyEmpty = 0.75,
): (label: string) => number {
  let next = 0
  const kinds = Object.values(bubbles).map((values) => ({
    isPlain: false,
    indices: Int32Array.from(values, () => next++),
  }))
  const prints = emptyPrints(kinds, Float64Array.from(Object.values(bubbles).flat()), surelyEmpty)
  return (label) => prints[Object.keys(bubbles).indexOf(label)]!.value
}

test('the border lies between this sheet’s empties and its own marks', () => {
  const dark = sheetInk([...many(90, 0), ...many(30, 0.8)])
  expect(dark.hasMarks).toBe(true)
  expect(dark.mark).toBeGreaterThan(0.25)
  expect(dark.mark).toBeLessThan(0.4)
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
  const print = printsOf({ M: [...many(8, 0.2), ...many(3, 0.9)], I: many(8, 0.08) })
  expect(print('M')).toBeCloseTo(0.2, 1)
  expect(print('I')).toBeCloseTo(0.08, 1)
})

test('a row in which every bubble of a letter is filled does not make that letter dark', () => {
  const print = printsOf({ T: many(20, 0.85), F: many(20, 0.1) })
  expect(print('T')).toBeLessThan(0.2)
})

test('five true/false questions, all true and faint, are not taken for print', () => {
  const print = printsOf({ A: many(80, 0.1), B: many(80, 0.12), T: many(5, 0.3) })
  expect(print('T')).toBeLessThan(0.2)
})

test.for<[string, Record<string, number[]>, number]>([
  ['three of four are filled', { A: [0.1], B: [0.68], C: [0.7], D: [0.72] }, 0.1],
  ['three of four are filled faintly', { A: [0.1], B: [0.24], C: [0.25], D: [0.26] }, 0.1],
  ['one of four is filled', { A: [0.1], B: [0.12], C: [0.13], D: [0.7] }, 0.13],
  ['all four are filled', { A: [0.68], B: [0.7], C: [0.71], D: [0.72] }, 0.3],
])('on a page with one question with several answers: %s', ([, bubbles, most]) => {
  const print = printsOf(bubbles, 0)
  for (const label of Object.keys(bubbles)) expect(print(label)).toBeLessThanOrEqual(most)
})

test('marks paler than the floor are a class only where they are many and stand clear', () => {
  const pale = sheetInk([...many(200, 0), ...many(40, 0.1)])
  expect(pale).toMatchObject({ hasMarks: true })
  expect(pale.mark).toBeGreaterThan(0.05)
  expect(pale.mark).toBeLessThan(0.1)
  expect(sheetInk([...many(200, 0), ...many(5, 0.1)]).hasMarks).toBe(false)
  const smeared = Array.from({ length: 60 }, (_, i) => i * 0.002)
  expect(sheetInk([...many(200, 0), ...smeared]).hasMarks).toBe(false)
})

test('letters that are printed in many ways are no class of marks, pale marks are', () => {
  const letters = Array.from({ length: 120 }, (_, i) => (i % 40) * 0.008)
  expect(sheetInk(letters).hasMarks).toBe(false)
  expect(sheetInk([...letters, ...many(12, 0.8)])).toMatchObject({ hasMarks: true, marks: 12 })
  expect(sheetInk([...many(120, 0.01), ...many(30, 0.2)]).hasMarks).toBe(true)
})

test('marks that are hardly there are counted as traces, not as marks', () => {
  const washed = sheetInk([...many(200, 0), ...many(40, 0.06)])
  expect(washed.hasMarks).toBe(false)
  expect(washed.traces).toBe(40)
  expect(sheetInk(many(240, 0)).traces).toBe(0)
})

test('where a shadow lies over the sheet, bubbles are held against the paper around them', () => {
  expect(overPaper(0.3, 0.3)).toBeCloseTo(0)
  expect(overPaper(0.8, 0.02)).toBe(0.8)
  const shadows = Array.from({ length: 200 }, (_, i) => (i % 40) * 0.01)
  const excess = [...shadows, ...many(40, 0.8)]
  const surround = [...shadows, ...many(40, 0)]
  expect(sheetInk(excess).spread).toBeGreaterThan(0.1)
  expect(sheetLevels(Float64Array.from(excess), false, () => surround).spread).toBeLessThan(0.02)
})

test('a tint printed around bubbles is no shadow over them', () => {
  expect(overPaper(0.1, 0.6)).toBeCloseTo(0)
  const letters = Array.from({ length: 80 }, (_, i) => (i % 8) * 0.03)
  const excess = Float64Array.from([...letters, ...many(9, 0.95)])
  const tinted = sheetLevels(excess, false, () => many(89, 0.6))
  expect(tinted.mark).toBeGreaterThan(0.3)
  expect(tinted.full).toBeGreaterThan(0.8)
})

test('dark strokes are held against those of this sheet’s own marks', () => {
  const excess = [...many(100, 0), ...many(30, 0.6)]
  const ink = sheetInk(excess)
  const dithered = withStrokes(
    ink,
    excess,
    excess.map((e) => (e > 0.3 ? 0.4 : 0)),
  )
  expect(dithered.strokes).toBeCloseTo(0.4)
  expect(withStrokes(sheetInk(many(100, 0)), many(100, 0), many(100, 0)).strokes).toBe(
    sheetInk(many(100, 0)).strokes,
  )
})
