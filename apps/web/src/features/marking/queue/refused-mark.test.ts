import { expect, test } from 'vitest'
import { type RefusedMark, withRefused } from './refused-mark.ts'

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
