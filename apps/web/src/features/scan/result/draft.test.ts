import { expect, test } from 'vitest'
import { type AnswerPlace, baseOf, type Drafts, placeKey, type Result, settle } from './draft.ts'

const place = (given: Partial<AnswerPlace> = {}): AnswerPlace => ({
  sheet_id: '01J00000000000000000000000',
  target: 'choice:1',
  page_seq: 1,
  quad: null,
  is_open: false,
  decided_by: null,
  resolved_as: null,
  full_milli: 5000,
  score_milli: 0,
  choice: {
    question_no: '1',
    multiple: false,
    options: ['A', 'B'],
    reading: { values: ['A'] } as AnswerPlace['choice']['reading'],
    answer: ['A'],
    strip_url: null,
    strip_box: null,
  },
  ...given,
})

const resultOf = (one: AnswerPlace) => ({ answers: [one], scores: [] }) as unknown as Result
const drafted = (one: AnswerPlace, ...values: string[]): Drafts =>
  new Map([[placeKey(one), { base: baseOf(one), answer: { values, resolved_as: 'answer' } }]])

test.each([
  ['another option is sent', place(), ['B'], 1],
  ['the answer that counts already is not', place(), ['A'], 0],
  ['unless a person has yet to confirm it', place({ is_open: true }), ['A'], 1],
])('%s', (_name, one, values, sent) => {
  expect(settle(resultOf(one), drafted(one, ...values)).changes.answers).toHaveLength(sent)
})

test('what somebody else changed meanwhile is set aside, not sent', () => {
  const seen = place()
  const now = place({ decided_by: { user_id: 7, name: '孙小梅' }, resolved_as: 'answer' })
  const { changes, outdated } = settle(resultOf(now), drafted(seen, 'B'))
  expect(changes.answers).toEqual([])
  expect([...outdated]).toEqual([placeKey(seen)])
})
