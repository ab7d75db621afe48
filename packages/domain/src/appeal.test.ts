import { expect, test } from 'vitest'
import { appealWindow, mayTake, outcomeOf } from './appeal.ts'

test.for([
  ['withdraw', 'submitted', true],
  ['withdraw', 'assigned', false],
  ['decide', 'submitted', false],
  ['decide', 'assigned', true],
  ['approve', 'decided', false],
  ['approve', 'approving', true],
  ['reject', 'closed', false],
  ['sell', 'submitted', false],
] as const)('appeal: %s while %s is %s', ([action, state, may]) => {
  expect(mayTake(action, state)).toBe(may)
})

test.for([
  [{ open: true, days: 3, delay_hours: 0 }, '2026-06-01T10:00 2026-06-04T10:00'],
  [{ open: true, days: 1, delay_hours: 14 }, '2026-06-02T00:00 2026-06-03T00:00'],
  [{ open: false, days: 3, delay_hours: 0 }, ''],
] as const)('appeal: %o opens %s', ([rule, expected]) => {
  const found = appealWindow('2026-06-01T10:00:00.000Z', rule)
  expect(found ? `${found.from.slice(0, 16)} ${found.until.slice(0, 16)}` : '').toBe(expected)
})

test.for([
  [1000, 1000, 'recount'],
  [1000, 1500, 'raised'],
  [1000, 500, 'lowered'],
  [1000, null, 'lowered'],
  [null, 500, 'raised'],
] as const)('appeal: %s to %s is %s', ([before, after, expected]) => {
  expect(outcomeOf(before, after)).toBe(expected)
})
