import { expect, test } from 'vitest'
import { formatMilli, hundredthsOf } from './milli.ts'

test.for([
  [8575, 8.58],
  [1005, 1.01],
  [1004, 1],
  [-1005, -1.01],
  [-8575, -8.58],
  [-3, 0],
  [53_500 / 12, 4.46],
  [0, 0],
] as const)('%d thousandths are %d points, on pages as in files', ([value, points]) => {
  expect(hundredthsOf(value)).toBe(points)
  expect(Number(formatMilli(value))).toBe(points)
})
