import { expect, test } from 'vitest'
import { percentOf } from './Progress.tsx'

test.for([
  [0, 0, 0, 'nothing to do'],
  [0, 10, 0, 'nothing done'],
  [999, 1000, 99, 'not finished is never 100'],
  [1000, 1000, 100, 'finished'],
  [29, 100, 29, 'no float slips below'],
  [12, 10, 100, 'never above 100'],
] as const)('%i of %i is %i % (%s)', ([done, total, percent]) => {
  expect(percentOf(done, total)).toBe(percent)
})
