import { expect, test } from 'vitest'
import { looksBlank } from './blank-block.ts'

test.for([
  [{ inkRatio: 0, strokeMm: 0 }, true, 'nothing at all'],
  [{ inkRatio: 0.0001, strokeMm: 0.7 }, true, 'a speck of dirt'],
  [{ inkRatio: 0.0001, strokeMm: 2.2 }, false, 'a thin minus in a large area'],
  [{ inkRatio: 0.00003, strokeMm: 4.1 }, false, 'a single faint stroke'],
  [{ inkRatio: 0.006, strokeMm: 0.7 }, false, 'an area full of dots'],
  [{ inkRatio: 0.03 }, false, 'plenty is written: strokes were not measured'],
  [{ inkRatio: 0.005 }, true, 'only a printed question number, on a foreign sheet'],
  [{ inkRatio: 0.007 }, false, 'more than print, on a foreign sheet'],
] as const)('%o is blank: %s (%s)', ([region, blank]) => {
  expect(looksBlank(region)).toBe(blank)
})
