import type { FieldReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { agreeOnNumber } from './agree-on-number.ts'

const number = (digits: string): FieldReading => ({
  id: 'examNo',
  kind: 'examNo',
  state: digits.includes('?') ? 'blank' : 'clear',
  values: [...digits],
  confidence: 0.99,
  doubtful: digits.includes('?'),
  reason: digits.includes('?') ? '考号没有填涂' : '',
  bubbles: [],
})

test.for([
  ['1207', '1207', false, 'both say the same'],
  ['1207', '1208', true, 'they differ'],
  ['1207', '12070', true, 'they differ in length'],
  ['????', '1207', false, 'a barcode makes filling in unnecessary'],
  ['12?7', '1207', true, 'a gap stays a gap'],
  ['12?7', '1307', true, 'a gap and a difference'],
  ['????', null, true, 'no number at all'],
  ['1207', null, false, 'no legible barcode'],
] as const)('bubbles %s and barcode %s: doubtful %s (%s)', ([digits, text, doubtful]) => {
  const [field] = agreeOnNumber([number(digits)], [{ id: 'b', purpose: 'examNo', text }])
  expect(field!.doubtful).toBe(doubtful)
  expect(field!.reason === '').toBe(!doubtful)
  expect(field!.values.join('')).toBe(digits)
})

test('the sheet’s own code is no exam number', () => {
  const [field] = agreeOnNumber([number('1207')], [{ id: 's', purpose: 'sheet', text: 'A3' }])
  expect(field!.doubtful).toBe(false)
})
