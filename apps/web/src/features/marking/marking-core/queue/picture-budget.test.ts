import { expect, test } from 'vitest'
import { overBudget } from './picture-budget.ts'

const MB = 1024 * 1024

test.for([
  [10, 4, 0, 'a few small answers all stay'],
  [24, 4, 4, 'the oldest go when there are many'],
  [16, 15, 4, 'whole pages: 12 of 15 MB fit in 192 MB'],
  [5, 90, 2, 'three stay, however large'],
  [0, 0, 0, 'nothing to let go'],
] as const)('of %i pictures of %i MB, %i are let go (%s)', ([count, size, gone]) => {
  expect(overBudget(Array.from({ length: count }, () => size * MB))).toBe(gone)
})
