import { expect, test } from 'vitest'
import { clearReason } from './clear-rule.ts'

const GB = 1e9
const NOW = Date.UTC(2026, 10, 21)
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()

test.for<
  [
    what: string,
    days: number,
    kept: number,
    quota: number,
    low: boolean,
    clock: number | null,
    reason: string | null,
  ]
>([
  ['acknowledged a month ago', 30, GB, 0, false, NOW, null],
  ['a day longer', 31, GB, 0, false, NOW, 'age'],
  ['the server’s clock is not known', 400, GB, 0, false, null, null],
  ['this computer’s clock runs a year ahead', 1, GB, 0, false, NOW, null],
  ['below the quota', 1, 50 * GB, 50 * GB, false, NOW, null],
  ['above the quota', 1, 51 * GB, 50 * GB, false, NOW, 'quota'],
  ['above the quota, without a network', 1, 51 * GB, 50 * GB, false, null, 'quota'],
  ['no quota', 1, 500 * GB, 0, false, NOW, null],
  ['the disk runs low', 1, GB, 0, true, NOW, 'disk'],
  ['the disk runs low, acknowledged just now', 0.01, GB, 0, true, NOW, null],
])('%s', ([, days, kept, keepBytes, isDiskLow, serverNow, reason]) => {
  const sheet = { sheet_id: 'a', received_at: daysAgo(days), bytes: 1000 }
  expect(clearReason(sheet, kept, { keepDays: 30, keepBytes, isDiskLow, serverNow })).toBe(reason)
})
