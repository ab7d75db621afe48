import { expect, test } from 'vitest'
import { suppressedGroups } from './suppression.ts'

test.for([
  [[31, 4, 29], [false, true, true], 'one small group takes the next smallest with it'],
  [[31, 4, 3], [false, true, true], 'two small groups hide each other'],
  [[31, 0, 29], [false, false, false], 'nobody is nothing to hide'],
  [[8, 9], [false, false], 'large enough'],
  [[31, 1, 1], [true, true, true], 'two that are few together take the next smallest with them'],
  [[4], [true], 'alone there is nothing to subtract from'],
] as const)('R11 small groups: %o -> %o (%s)', ([sizes, hidden]) => {
  expect(suppressedGroups(sizes)).toEqual(hidden)
})
