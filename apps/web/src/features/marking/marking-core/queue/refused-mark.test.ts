import { expect, test } from 'vitest'
import type { OutboxItem } from './outbox-store.ts'
import { refusedMark, type RefusedMark, withRefused } from './refused-mark.ts'

const mark = (key: string, readingId: number, more: Partial<RefusedMark> = {}): RefusedMark => ({
  key,
  secretCode: `CODE${readingId}`,
  message: '没有计入',
  totalMilli: 3000,
  blockId: 5,
  readingId,
  parts: [],
  ...more,
})
const keysOf = (marks: readonly RefusedMark[]) => marks.map(({ key }) => key)

test('a mark is told once, as it was told last, and the latest first', () => {
  const again = mark('a', 1, { message: '试卷已收回' })
  const marks = withRefused([mark('a', 1), mark('b', 2)], [mark('c', 3), again])
  expect(keysOf(marks)).toEqual(['c', 'a', 'b'])
  expect(marks[1]?.message).toBe('试卷已收回')
})

test('of one reading, why it did not count is told and not that it is kept, whichever comes first', () => {
  const kept = mark('kept-1', 1, { isKept: true })
  const told = mark('a', 1)
  expect(keysOf(withRefused([kept], [told]))).toEqual(['a'])
  expect(keysOf(withRefused([told], [kept]))).toEqual(['a'])
  expect(keysOf(withRefused([kept], [mark('b', 2)]))).toEqual(['b', 'kept-1'])
})

test.for([
  [3000, 3000, 'of two optional questions the better one counts'],
  [undefined, 5000, 'what an older page left is added up'],
] as const)('handed in as %s, a mark is told as %s: %s', ([totalMilli, told]) => {
  const item: OutboxItem & { refusal: string } = {
    key: 'a',
    userId: 1,
    at: 0,
    secretCode: 'CODE1',
    refusal: '试卷已收回',
    kind: 'submit',
    body: { block_id: 5, reading_id: 1, idem_key: 'a', scores: [3000, 2000] },
    ...(totalMilli === undefined ? {} : { totalMilli }),
  }
  expect(refusedMark(item).totalMilli).toBe(told)
})

test('of a change that was not taken, what was given before is said to stay', () => {
  const item: OutboxItem & { refusal: string } = {
    key: 'a',
    userId: 1,
    at: 0,
    secretCode: 'CODE1',
    refusal: '题块 第19题 已结束阅卷，不能再提交，请联系题组长',
    kind: 'correct',
    body: { block_id: 5, reading_id: 1, idem_key: 'a', scores: [3000] },
  }
  expect(refusedMark(item).message).toBe(
    '题块 第19题 已结束阅卷，不能再提交，请联系题组长；原来的给分没有改动',
  )
})
