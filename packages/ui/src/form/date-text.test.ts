import { expect, test } from 'vitest'
import { dayText, monthAfter, readDate, shownDate, weeksOf } from './date-text.ts'

const today = { year: 2026, month: 11, day: 30 }

test.for([
  ['2026-11-20 17:30', '2026-11-20T17:30'],
  ['2026-11-20T17:30', '2026-11-20T17:30'],
  ['2026/1/5 9:05', '2026-01-05T09:05'],
  ['2026年11月20日 17时30分', '2026-11-20T17:30'],
  ['2026年11月20日17点', '2026-11-20T17:00'],
  ['20261120 1730', '2026-11-20T17:30'],
  ['11-20 17：30', '2026-11-20T17:30'],
  ['11月20日 下午5:30', '2026-11-20T17:30'],
  ['11月20日 中午12点', '2026-11-20T12:00'],
  [' 今天  18:30 ', '2026-11-30T18:30'],
  ['明天 9点', '2026-12-01T09:00'],
  ['18:30', '2026-11-30T18:30'],
  ['2026-11-20', '2026-11-20T23:59'],
  ['', ''],
  ['2026-02-29 10:00', null],
  ['2026-11-20 24:00', null],
  ['2026-11-20 17:3x', null],
  ['11', null],
  ['快了', null],
] as const)('with a time, %j is %j', ([typed, value]) => {
  expect(readDate(typed, { today, usualTime: '23:59' })).toBe(value)
})

test.for([
  ['2026-11-20', '2026-11-20'],
  ['2028-02-29', '2028-02-29'],
  ['11.20', '2026-11-20'],
  ['明天', '2026-12-01'],
  ['2026-11-20 17:30', null],
  ['17:30', null],
] as const)('without a time, %j is %j', ([typed, value]) => {
  expect(readDate(typed, { today, usualTime: null })).toBe(value)
})

test('what is shown is read as the same', () => {
  for (const value of ['2026-11-20T17:30', '2026-01-05T00:00'])
    expect(readDate(shownDate(value), { today, usualTime: '09:00' })).toBe(value)
})

test('a month is shown in six weeks from Monday', () => {
  const weeks = weeksOf({ year: 2026, month: 11, day: 1 })
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7])
  expect(dayText(weeks[0]![0]!)).toBe('2026-10-26')
  expect(dayText(weeks[0]![6]!)).toBe('2026-11-01')
  expect(dayText(weeks[5]![6]!)).toBe('2026-12-06')
  // A month that begins on a Monday begins the table.
  expect(dayText(weeksOf({ year: 2027, month: 2, day: 1 })[0]![0]!)).toBe('2027-02-01')
})

test.for([
  [{ year: 2026, month: 1, day: 31 }, 1, '2026-02-28'],
  [{ year: 2026, month: 1, day: 15 }, -1, '2025-12-15'],
  [{ year: 2026, month: 12, day: 31 }, 2, '2027-02-28'],
] as const)('%o and %i months are %s', ([day, months, there]) => {
  expect(dayText(monthAfter(day, months))).toBe(there)
})
