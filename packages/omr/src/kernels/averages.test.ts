import { expect, test } from 'vitest'
import { randomFrom } from '../testing/random.ts'
import { nthLowest } from './averages.ts'

test.for([1, 2, 3, 8, 65, 286])('every place of %i values is as if they were sorted', (count) => {
  const random = randomFrom(count)
  // Few different values: many are the same.
  const values = Float64Array.from({ length: count }, () => Math.floor(9 * random()) / 8)
  const sorted = values.slice().sort()
  for (let index = 0; index < count; index++) {
    expect(nthLowest(values.slice(), count, index)).toBe(sorted[index])
  }
})

test('what lies behind the values asked for does not count', () => {
  expect(nthLowest(Float64Array.of(3, 2, 1, 0), 2, 0)).toBe(2)
})
