import { expect, test } from 'vitest'
import { roomToday, startOfDay, tooSoonMs } from './speed-guard.ts'

test.for([
  [3000, 0, 0, 'no least time'],
  [3000, 5000, 2000, 'two seconds to go'],
  [5000, 5000, 0, 'exactly the least time is enough'],
  [9000, 5000, 0, 'longer than asked'],
  [null, 5000, 5000, 'a page that does not say has looked for no time'],
] as const)('after %o ms of at least %i, %i are left (%s)', ([active, least, left]) => {
  expect(tooSoonMs(active, least)).toBe(left)
})

test.for([
  [0, 900, Infinity, 'no cap'],
  [650, 0, 650, 'a new day'],
  [650, 648, 2, 'two left'],
  [650, 650, 0, 'at the cap'],
  [650, 700, 0, 'over a cap that was lowered'],
] as const)('of a cap of %i with %i used, %i are left (%s)', ([cap, used, left]) => {
  expect(roomToday(cap, used)).toBe(left)
})

test.for([
  ['2026-11-20T01:00:00.000Z', '2026-11-19T16:00:00.000Z', 'nine in the morning in China'],
  ['2026-11-20T15:59:59.999Z', '2026-11-19T16:00:00.000Z', 'just before midnight there'],
  ['2026-11-20T16:00:00.000Z', '2026-11-20T16:00:00.000Z', 'midnight there'],
] as const)('the day of %s began at %s (%s)', ([now, began]) => {
  expect(startOfDay(new Date(now))).toBe(began)
})
