import type { BubbleField, TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { byNo, questionNoOf, withLetteredDigits } from './number-questions.ts'

const field = (id: string, values: string): BubbleField => ({
  id,
  kind: 'choice',
  direction: 'vertical',
  multiple: false,
  shape: 'rect',
  outlined: true,
  group: 'g1',
  bubbles: [...values].map((value, at) => ({
    value,
    label: value,
    column: 0,
    xMm: 30,
    yMm: 60 + 5 * at,
    widthMm: 4,
    heightMm: 3,
  })),
})
const pageOf = (fields: BubbleField[]): TemplatePage => ({
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields,
  regions: [],
})

test.for([
  ['choice:5-1', '0123456789', 'ABCDEFGHIJ', 'a digit from 0'],
  ['choice:5-2', '1234567890', 'BCDEFGHIJA', 'a digit that begins with 1'],
  ['choice:5', 'ABCD', 'ABCD', 'letters'],
  ['choice:5-1', 'ABCDEFGHIJ', 'ABCDEFGHIJ', 'a digit that is lettered already'],
] as const)('%s with %s is answered by %s: %s', ([id, printed, values]) => {
  const [page] = withLetteredDigits([pageOf([field(id, printed)])])
  const bubbles = page?.fields[0]?.bubbles ?? []
  expect(bubbles.map(({ value }) => value).join('')).toBe(values)
  expect(bubbles.map(({ label }) => label).join('')).toBe(printed)
})

test.for([
  ['choice:12', '12'],
  ['choice:5-1', '5-1'],
  ['choice:5-1-1', null],
  ["choice:5'", null],
  ['examNo', null],
] as const)('the field %s is the question %s', ([id, no]) => {
  expect(questionNoOf(id)).toBe(no)
})

test('digits follow one another before the next question', () => {
  const nos = ['10', '5-2', '6', '5-1', '5'].map((no) => ({ no }))
  expect(nos.sort(byNo).map(({ no }) => no)).toEqual(['5', '5-1', '5-2', '6', '10'])
})
