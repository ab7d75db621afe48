import { expect, test } from 'vitest'
import { blankCheckCount } from './blank-check.ts'

test.for([
  [0, 0, 'nothing confirmed'],
  [1, 0, 'a single blank is not worth a check'],
  [3, 1, 'never more than half'],
  [6, 3, 'three from here on'],
  [40, 3, 'a full contact sheet'],
  [150, 3, 'two per cent are three'],
  [151, 4, 'rounded up'],
  [1000, 20, 'two per cent'],
] as const)('%i confirmed blanks: %i are marked as a check (%s)', ([confirmed, checks]) => {
  expect(blankCheckCount(confirmed)).toBe(checks)
})
