import { expect, test } from 'vitest'
import { fullTimeText, lastingText, relativeText, timeText } from './time-text.ts'

/** Local times, whatever zone the test runs in. */
const iso = (...parts: [number, number, number, number, number, number?]): string =>
  new Date(...parts).toISOString()
const NOW = new Date(2026, 10, 21, 16, 40)

test.each([
  [iso(2026, 10, 21, 9, 5), '09:05'],
  [iso(2026, 10, 20, 23, 59), '11月20日 23:59'],
  [iso(2025, 11, 31, 8, 0), '2025年12月31日 08:00'],
])('time of day, with its date once it is another day (%#)', (at, text) => {
  expect(timeText(at, NOW)).toBe(text)
})

test('the whole time down to the second', () => {
  expect(fullTimeText(iso(2026, 10, 1, 9, 5, 7))).toBe('2026-11-01 09:05:07')
})

test.each([
  [iso(2026, 10, 21, 16, 39, 30), '刚刚'],
  [iso(2026, 10, 21, 16, 40, 20), '刚刚'],
  [iso(2026, 10, 21, 16, 37), '3 分钟前'],
  [iso(2026, 10, 21, 18, 45), '2 小时后'],
  [iso(2026, 10, 20, 16, 40), '24 小时前'],
  [iso(2026, 10, 18, 16, 40), '3 天前'],
])('how long ago, or in how long (%#)', (at, text) => {
  expect(relativeText(at, NOW)).toBe(text)
})

test('how long something lasts, and never less than nothing', () => {
  expect(lastingText(iso(2026, 10, 21, 16, 35), NOW)).toBe('5 分钟')
  expect(lastingText(iso(2026, 10, 21, 16, 41), NOW)).toBe('不到 1 分钟')
})
