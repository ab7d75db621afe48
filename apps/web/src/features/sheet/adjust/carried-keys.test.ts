import type { TemplatePage } from '@hengjuan/domain'
import { expect, test } from 'vitest'
import { carriedKeys } from './carried-keys.ts'
import { fieldsOf } from './group-spec.ts'

const fields = fieldsOf({
  name: 'g1',
  kind: 'choice',
  first: 1,
  lines: 2,
  options: 4,
  letters: 'ABCD',
  direction: 'horizontal',
  multiple: false,
  outlined: true,
  shape: 'rect',
  x: 30,
  y: 100,
  pitchX: 7,
  pitchY: 6,
  width: 5,
  height: 3,
})
const page: TemplatePage = {
  page: 1,
  widthMm: 210,
  heightMm: 297,
  anchors: [],
  pageCode: null,
  barcodes: [],
  fields,
  regions: [],
}

test.for([
  [1, 4, 'B', null, true, '题型和选项数都相同'],
  [1, 5, 'B', '原来 5 个选项，现在 4 个', true, '答案的字母还在'],
  [1, 5, 'E', '原来 5 个选项，现在 4 个', false, '答案的字母没有了'],
  [2, 4, 'AC', '原来是多选题，现在是单选题', false, '题型不同'],
  [13, 2, 'A', '原来是判断题，现在是单选题', false, '判断题'],
] as const)(
  'a key of type %d with %d options and answer %s',
  ([type, count, answer, difference, isPossible]) => {
    const earlier = [{ no: '1', type, option_count: count, answer: [...answer] }]
    expect(carriedKeys([page], earlier)).toEqual([{ no: '1', answer, difference, isPossible }])
  },
)

test('a key of a question that the new sheet has not is not asked about', () => {
  expect(carriedKeys([page], [{ no: '9', type: 1, option_count: 4, answer: ['A'] }])).toEqual([])
})

test('a digit of a number keeps a key of ten letters, A for 0', () => {
  const digits = [
    {
      ...fields[0]!,
      id: 'choice:5-1',
      bubbles: [...'0123456789'].map((value) => ({ ...fields[0]!.bubbles[0]!, value })),
    },
  ]
  const earlier = [{ no: '5-1', type: 1, option_count: 10, answer: ['H'] }]
  expect(carriedKeys([{ ...page, fields: digits }], earlier)).toEqual([
    { no: '5-1', answer: 'H', difference: null, isPossible: true },
  ])
})
