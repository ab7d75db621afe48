import { expect, test } from 'vitest'
import { blankCheckCount, blankConflict } from './blank-check.ts'

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

test.for([
  [0.02, undefined, 0, false, 'written_zero', 'much ink and nothing for it'],
  [0.02, undefined, 3000, false, null, 'much ink and a score'],
  [0.008, undefined, 3000, false, 'blank_scored', 'ink at the limit and a score'],
  [0.008, undefined, 0, false, null, 'a blank with nothing'],
  [0.001, 4, 0, false, 'written_zero', 'a short answer in a large area'],
  [0.001, 4, 3000, false, null, 'a short answer with a score'],
  [0.02, undefined, 0, true, null, 'people looked at it and found it blank'],
] as const)(
  'ink %f, stroke %s, %i thousandths, confirmed %s: %s (%s)',
  ([inkRatio, strokeMm, totalMilli, isConfirmedBlank, expected]) => {
    expect(blankConflict({ inkRatio, strokeMm, totalMilli, isConfirmedBlank }, 0.008)).toBe(
      expected,
    )
  },
)
