import { expect, test } from 'vitest'
import { hourCounts } from './hours.ts'
import { paceOf } from './pace.ts'

const now = new Date('2026-11-20T08:30:00.000Z')

test.for([
  [
    { recent: 60, remaining: 120, firstAt: '2026-11-20T01:00:00.000Z' },
    60,
    '2026-11-20T10:30:00.000Z',
    'two hours of work left',
  ],
  [
    { recent: 30, remaining: 30, firstAt: '2026-11-20T08:00:00.000Z' },
    60,
    '2026-11-20T09:00:00.000Z',
    'began half an hour ago',
  ],
  [{ recent: 0, remaining: 30, firstAt: '2026-11-20T01:00:00.000Z' }, 0, null, 'nobody marks'],
  [{ recent: 60, remaining: 0, firstAt: '2026-11-20T01:00:00.000Z' }, 60, null, 'all done'],
  [{ recent: 0, remaining: 30, firstAt: null }, 0, null, 'not begun'],
  [
    { recent: 4, remaining: 30, firstAt: '2026-11-20T01:00:00.000Z' },
    4,
    null,
    'too few to tell by',
  ],
  [
    { recent: 5, remaining: 30, firstAt: '2026-11-20T01:00:00.000Z' },
    5,
    '2026-11-20T14:30:00.000Z',
    'just enough',
  ],
  [
    {
      recent: 60,
      remaining: 10,
      firstAt: '2026-11-20T01:00:00.000Z',
      lastAt: '2026-11-20T08:16:00.000Z',
    },
    60,
    null,
    'nobody has handed in anything for a quarter of an hour',
  ],
  [
    {
      recent: 60,
      remaining: 120,
      firstAt: '2026-11-20T01:00:00.000Z',
      lastAt: '2026-11-20T08:21:00.000Z',
    },
    60,
    '2026-11-20T10:30:00.000Z',
    'the last one came nine minutes ago',
  ],
] as const)('pace: %o gives %i an hour, done at %s: %s', ([work, speed, eta]) => {
  expect(paceOf(work, now)).toEqual({ speed_per_hour: speed, eta })
})

test('pace: times fall into whole hours, older ones nowhere', () => {
  const counts = hourCounts(
    ['2026-11-20T08:01:00.000Z', '2026-11-20T07:59:00.000Z', '2026-11-20T00:59:00.000Z'],
    now,
  )
  expect(counts.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 1, 1])
  expect(counts.at(-1)?.from).toBe('2026-11-20T08:00:00.000Z')
})
