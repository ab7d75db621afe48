import { expect, test } from 'vitest'
import { formatMilli, hundredthsOf, parseMilli } from './milli.ts'

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

test.for([
  ['7', 7000],
  ['7.5', 7500],
  [' 0 ', 0],
  ['7.125', 7125],
  ['７．５', 7500],
  ['7。5', 7500],
  ['', null],
  ['七', null],
  ['-1', null],
  ['1e3', null],
  ['7.1234', null],
  ['7。5。', null],
] as const)('“%s” typed is %o thousandths', ([text, milli]) => {
  expect(parseMilli(text)).toBe(milli)
})
