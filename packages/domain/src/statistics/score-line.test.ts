import { expect, test } from 'vitest'
import { milli } from '../milli.ts'
import { criticalPlace } from './score-line.ts'

test.for([
  [479, null],
  [480, 'push'],
  [499.5, 'push'],
  [500, 'hold'],
  [509.5, 'hold'],
  [510, null],
] as const)('DR 14.2 critical: %d at a line of 500: %o', ([score, place]) => {
  expect(criticalPlace(milli(score), milli(500))).toBe(place)
})
