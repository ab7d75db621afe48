import type { FieldReading } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import type { BarcodeLook } from '../codes/barcode.ts'
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

const look = (text: string | null, more: Partial<BarcodeLook> = {}): BarcodeLook => ({
  id: 'b',
  purpose: 'examNo',
  text,
  isChecked: text !== null,
  ...more,
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
  const [field] = agreeOnNumber([number(digits)], [look(text)]).fields
  expect(field!.doubtful).toBe(doubtful)
  expect(field!.reason === '').toBe(!doubtful)
  expect(field!.values.join('')).toBe(digits)
})

test('the sheet’s own code is no exam number', () => {
  const [field] = agreeOnNumber([number('1207')], [look('A3', { purpose: 'sheet' })]).fields
  expect(field!.doubtful).toBe(false)
})

test.for([
  ['1207', '1207', '1207', false, 'the bubbles vouch for it'],
  ['1208', '1207', null, true, 'the bubbles say another number'],
  ['????', '1207', null, true, 'nothing vouches for it'],
  ['12?7', '1207', null, true, 'a gap vouches for nothing'],
] as const)(
  'bubbles %s and a barcode %s without checksum give the barcode %s, doubtful %s (%s)',
  ([digits, text, used, doubtful]) => {
    const given = agreeOnNumber([number(digits)], [look(text, { isChecked: false })])
    expect(given.barcodes[0]!.text).toBe(used)
    if (used === null) expect(given.barcodes[0]!.reason).toContain(text)
    expect(given.fields[0]!.doubtful).toBe(doubtful)
  },
)

test('two exam-number barcodes that differ count for nothing', () => {
  const given = agreeOnNumber([number('????')], [look('1207'), look('1208', { id: 'c' })])
  expect(given.barcodes.map(({ text }) => text)).toEqual([null, null])
  expect(given.fields[0]!.doubtful).toBe(true)
  expect(given.fields[0]!.reason).toContain('不一致')
})

test('bubbles that agree with one of two barcodes are doubted', () => {
  const given = agreeOnNumber([number('1207')], [look('1207'), look('1208', { id: 'c' })])
  expect(given.fields[0]!.doubtful).toBe(true)
})

test('a doubtful number says why its barcode does not help', () => {
  const failed = look(null, { reason: '条形码看不清' })
  expect(agreeOnNumber([number('12?7')], [failed]).fields[0]!.reason).toBe(
    '考号没有填涂；条形码看不清',
  )
})
