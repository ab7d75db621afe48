import { expect, test } from 'vitest'
import { nothingFound, olderThan, scoreRange } from './own-search.ts'

test('scores to search by are read as far as they are typed, and what is wrong with them is said', () => {
  expect(scoreRange('', ' ')).toEqual({ from: null, to: null, problem: null })
  expect(scoreRange('3', '8.5')).toEqual({ from: 3000, to: 8500, problem: null })
  expect(scoreRange('abc', '8')).toMatchObject({ from: null, to: 8000 })
  expect(scoreRange('abc', '8').problem).toContain('请填数字')
  expect(scoreRange('9', '3').problem).toContain('大于终点')
})

test.for([
  ['behind a last page that was full', { isPast: true }, '没有更早的试卷了'],
  ['behind a full page of some', { isPast: true, isFiltered: true }, '没有更早的试卷了'],
  ['where nothing is so', { isFiltered: true }, '没有符合条件的试卷'],
  ['while the first are on their way', { isAwaited: true }, '您给的分数正在上传'],
  ['before the first', {}, '您还没有评过这个题块的试卷'],
] as const)('an empty page %s says so', ([, more, title]) => {
  const all = { isFiltered: false, isAwaited: false, isPast: false, ...more }
  expect(nothingFound(all).title).toBe(title)
})

const papers = (...ids: readonly number[]) => ids.map((reading_id) => ({ reading_id }))

test.for([
  [papers(), papers(9, 8), papers(8), 'from the newest page'],
  [papers(8), papers(7, 6), papers(8, 6), 'from the second'],
  [papers(8), papers(9, 8), papers(8), 'pressed again before the second came'],
  [papers(8), papers(), papers(8), 'where nothing is shown'],
] as const)('behind %o, with %o shown: %o (%s)', ([before, shown, after]) => {
  expect(olderThan(before, shown)).toEqual(after)
})
