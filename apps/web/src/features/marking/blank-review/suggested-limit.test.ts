import { expect, test } from 'vitest'
import { suggestedLimit } from './suggested-limit.ts'

test.for([
  [0.002, 0.006, 0.004, 'half way'],
  [0.0021, 0.0032, 0.0026, 'rounded down to a hundredth of a percent'],
  [null, 0.006, null, 'nothing confirmed yet'],
  [0.002, null, null, 'nothing sent to marking yet'],
  [0.006, 0.002, null, 'they overlap: a person has to look'],
] as const)('blanks up to %s, answers from %s: %s (%s)', ([most, least, expected]) => {
  expect(suggestedLimit(most, least)).toBe(expected)
})
