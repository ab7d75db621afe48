import { expect, test } from 'vitest'
import { windowRefusal, windowText } from './back-mark.ts'

const HOUR_MS = 3_600_000

test.for([
  [100, 0, 99, 9999, null, 'the hundredth from the end, however old'],
  [100, 0, 100, 0, '只能回评最近提交的 100 份', 'one too many after it'],
  [1, 0, 0, 1, null, 'the last one'],
  [1, 0, 1, 0, '只能回评最近提交的 1 份', 'the one before the last'],
  [100, 24, 5, 24, null, 'to the hour'],
  [100, 24, 5, 24.01, '只能在提交后 24 小时内回评', 'a little later'],
  [10, 24, 10, 30, '只能回评最近提交的 10 份', 'too many and too old'],
] as const)(
  'of the last %d within %d hours, with %d after it and %d hours old: %s (%s)',
  ([last, hours, newer, age, refusal]) => {
    expect(windowRefusal({ last, hours }, { newer, ageMs: age * HOUR_MS })).toBe(refusal)
  },
)

test('markers are told how long they may go back', () => {
  expect(windowText({ last: 100, hours: 0 })).toBe('可以回评最近提交的 100 份，直到题块结束阅卷')
  expect(windowText({ last: 10, hours: 24 })).toBe('可以回评最近提交的 10 份，提交后 24 小时内有效')
})
