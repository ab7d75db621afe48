import { expect, test } from 'vitest'
import { errorOfDifference } from './person-error.ts'

test('R12: with an SEM of 3.2, two scores are told apart from 8.87 points on', () => {
  expect(errorOfDifference(3.2)).toBeCloseTo(8.87, 2)
})
