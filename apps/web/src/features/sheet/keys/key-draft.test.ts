import { expect, test } from 'vitest'
import { bodyOf, draftOf, type KeyQuestion, refusalOf } from './key-draft.ts'

const on = { exam_id: 1, subject_id: 2 }
const question = (type: number, key: string[], rule: object): KeyQuestion => ({
  question_id: 1,
  no: '9',
  type,
  full_milli: 5000,
  option_count: 4,
  block_key: null,
  optional_group: null,
  field_id: 'choice:9',
  knowledge: [],
  key_version: 1,
  key,
  missing_milli: null,
  accept: [],
  item_status: 'normal',
  key_history: [
    { version: 1, key, rule, item_status: 'normal', author: '', reason: '', created_at: '' },
  ],
})

test.for([
  ['single', question(1, ['A'], { accept: ['A', 'B'] })],
  [
    'multiple',
    question(2, ['A', 'C'], { missing_milli: 2000, missing_by_count: { 2: { 1: 2500 } } }),
  ],
  [
    'custom',
    question(99, ['A', 'B'], {
      custom_option_scores: { A: 3000, B: 2000, C: -1000 },
      exceed_option_milli: 0,
      missing_option_milli: 1,
      error_option_milli: 1,
    }),
  ],
] as const)('a %s key that nobody touched is sent as it was', ([, asked]) => {
  expect(bodyOf(on, asked, draftOf(asked), 'r')).toEqual({
    ...on,
    question_no: '9',
    answer: asked.key,
    reason: 'r',
    rule: { status: 'normal', ...asked.key_history[0]?.rule },
  })
})

test('a partial score that is no number is refused before it is sent', () => {
  const asked = question(2, ['A', 'C'], {})
  expect(refusalOf(asked, { ...draftOf(asked), missing: '两分' })).toMatch('不是分数')
})

test('an empty key is refused unless the item is void or a gift', () => {
  const asked = question(1, ['A'], {})
  expect(refusalOf(asked, { ...draftOf(asked), letters: '' })).toBe('请先填写答案')
  expect(refusalOf(asked, { ...draftOf(asked), letters: '', status: 'void' })).toBeNull()
})
