import { expect, test } from 'vitest'
import { countLastHour, hourCounts } from './hours.ts'

test('working hours: what was marked before the hour struck is of the last sixty minutes, and of the hour before', () => {
  const now = new Date('2026-11-20T01:05:00.000Z')
  const times = ['2026-11-20T00:04:59.000Z', '2026-11-20T00:30:00.000Z', '2026-11-20T01:01:00.000Z']
  expect(hourCounts(times, now).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 2, 1])
  expect(countLastHour(times, now)).toBe(2)
})
