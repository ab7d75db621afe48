import { expect, test } from 'vitest'
import { timeText, wallDay, wallTime } from './wall-clock.ts'

test.for([
  ['2026-11-21T02:30:05.123Z', '11月21日 10:30', '2026-11-21', '2026-11-21 10:30:05'],
  // Late in the evening of Greenwich it is the next day in China, and the next year.
  ['2026-12-31T16:00:00.000Z', '1月1日 00:00', '2027-01-01', '2027-01-01 00:00:00'],
  ['2026-03-08T15:59:59.999Z', '3月8日 23:59', '2026-03-08', '2026-03-08 23:59:59'],
])('%s is %s by the clock on the wall', ([iso, text, day, time]) => {
  expect(timeText(iso!)).toBe(text)
  expect(wallDay(iso!)).toBe(day)
  expect(wallTime(iso!)).toBe(time)
})
