import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'

test.for([
  [1, 500, 1000],
  [2, 1000, 2000],
  [5, 8000, 16_000],
  [6, 15_000, 30_000],
  [1000, 15_000, 30_000],
] as const)('after %i failures the wait lies between %i and %i ms', ([failures, least, most]) => {
  expect(backOffMs(failures, 0)).toBe(least)
  expect(backOffMs(failures, 1)).toBe(most)
})
