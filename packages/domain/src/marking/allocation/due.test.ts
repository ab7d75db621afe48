import { expect, test } from 'vitest'
import { nearnessOf, nextNearnessIn } from './due.ts'

const MINUTE_MS = 60_000

test.for([
  [31 * MINUTE_MS, 'far', MINUTE_MS],
  [30 * MINUTE_MS, 'near', 30 * MINUTE_MS],
  [1, 'near', 1],
  [0, 'past', null],
  [-MINUTE_MS, 'past', null],
] as const)('%d ms before a deadline it is %s, and another in %s', ([ms, nearness, next]) => {
  expect([nearnessOf(ms), nextNearnessIn(ms)]).toEqual([nearness, next])
})
