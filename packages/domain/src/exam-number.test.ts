import { expect, test } from 'vitest'
import type { FieldReading } from './page-reading.ts'
import { checkAgainstRoster, numberAgreement, numberEvidence } from './exam-number.ts'

/** A column: the digits marked, each with its probability. */
type Marks = Record<string, number>

function bubbled(text: string, marks: Record<number, Marks> = {}): FieldReading {
  return {
    id: 'examNo',
    kind: 'examNo',
    state: /^\?*$/.test(text) && Object.keys(marks).length === 0 ? 'blank' : 'clear',
    values: [...text],
    confidence: 0.9,
    doubtful: text.includes('?'),
    reason: '',
    bubbles: [...text].flatMap((digit, column) =>
      [...'0123456789'].map((value) => ({
        value,
        column,
        darkness: 0,
        coverage: 0,
        filled: marks[column]?.[value] ?? (value === digit ? 0.999 : 0.001),
        xPx: 0,
        yPx: 0,
      })),
    ),
  }
}

test.for([
  ['1207', {}, '1207', 'same', 'all columns'],
  ['1207', {}, '1208', 'different', 'the last digit'],
  ['1207', {}, '12070', 'different', 'another length'],
  ['????', {}, '1207', 'unfilled', 'nobody filled it in'],
  ['12?7', {}, '1207', 'compatible', 'a column left empty'],
  ['12?7', { 2: { 0: 0.99, 5: 0.98 } }, '1207', 'compatible', 'two marks, one of them right'],
  ['12?7', { 2: { 3: 0.99, 5: 0.98 } }, '1207', 'different', 'two marks, both wrong'],
  ['12?7', { 2: { 0: 0.4 } }, '1207', 'compatible', 'a faint mark'],
  ['????', { 0: { 3: 0.95 } }, '1207', 'different', 'a mark in the wrong place'],
] as const)('bubbles %s with marks %o beside code %s: %s (%s)', ([text, marks, code, expected]) => {
  expect(numberAgreement(bubbled(text, marks), code)).toBe(expected)
})

const roster = ['20260101', '20260102', '20260103', '20260110', '20260201', '20269999']
const proposed = (field: FieldReading, numbers: readonly string[] = roster) => {
  const check = checkAgainstRoster(numberEvidence(field), numbers)
  return check.kind === 'listed' ? [] : check.proposals.map(({ examNo }) => examNo)
}

test('a number of the roster is listed', () => {
  expect(checkAgainstRoster(numberEvidence(bubbled('20260102')), roster)).toEqual({
    kind: 'listed',
    examNo: '20260102',
  })
})

test('a number that nobody has stays as it was read, with the nearest candidates proposed', () => {
  const check = checkAgainstRoster(numberEvidence(bubbled('20260109')), roster)
  expect(check.kind).toBe('unlisted')
  expect(proposed(bubbled('20260109')).toSorted()).toEqual(['20260101', '20260102', '20260103'])
})

test('two swapped digits come before one wrong digit', () => {
  expect(proposed(bubbled('20261001'))[0]).toBe('20260101')
  expect(proposed(bubbled('12'), ['21', '13'])[0]).toBe('21')
})

test('an unreadable digit is ambiguous even where one candidate is left', () => {
  const check = checkAgainstRoster(numberEvidence(bubbled('2026?999')), roster)
  expect(check.kind).toBe('ambiguous')
  expect(proposed(bubbled('2026?999'))).toEqual(['20269999'])
})

test('of two marks in a column, candidates with one of them come first', () => {
  const field = bubbled('2026010?', { 7: { 2: 0.97, 3: 0.6 } })
  expect(proposed(field).slice(0, 3)).toEqual(['20260102', '20260103', '20260101'])
})

test('an empty column says nothing for or against', () => {
  const check = checkAgainstRoster(numberEvidence(bubbled('2026010?')), roster)
  if (check.kind === 'listed') throw new Error('an unreadable number is never listed')
  const first = check.proposals.slice(0, 3).map(({ probability }) => probability)
  expect(Math.max(...first) - Math.min(...first)).toBeLessThan(1e-9)
})

test('a number far from all candidates proposes nobody', () => {
  expect(proposed(bubbled('99887766'))).toEqual([])
})

test('numbers of another length are nobody’s', () => {
  expect(proposed(bubbled('2026010'))).toEqual([])
})

test('probabilities sum to at most one', () => {
  for (const text of ['2026????', '????????', '20260109', '2?2?0?0?']) {
    const check = checkAgainstRoster(numberEvidence(bubbled(text)), roster)
    if (check.kind === 'listed') continue
    const sum = check.proposals.reduce((total, { probability }) => total + probability, 0)
    expect(sum).toBeLessThanOrEqual(1 + 1e-9)
  }
})

test('a barcode without bubbles is evidence by its text alone', () => {
  const check = checkAgainstRoster({ text: '20260109', columns: null }, roster)
  expect(check.kind).toBe('unlisted')
})
