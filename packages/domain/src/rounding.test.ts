import { expect, test } from 'vitest'
import { formatPercent, parsePercentText, percentOf } from './percent.ts'
import { divideHalfUp, roundTo } from './rounding.ts'

test.for([
  [14500, 2, 1000, 'half_up', 7000],
  [15000, 2, 1000, 'half_up', 8000],
  [14500, 2, 500, 'half_up', 7500],
  [14500, 2, 1000, 'ceil', 8000],
  [14500, 2, 1000, 'floor', 7000],
  [14500, 2, 1000, 'exact', 7250],
  [22000, 3, 1000, 'exact', 7333],
  [23000, 3, 1000, 'exact', 7667],
  [14000, 2, 1000, 'ceil', 7000],
  [-2500, 1, 1000, 'half_up', -3000],
  [-2400, 1, 1000, 'half_up', -2000],
  [-2400, 1, 1000, 'floor', -3000],
  [-2400, 1, 1000, 'ceil', -2000],
] as const)('%i / %i to steps of %i, %s, is %i', ([num, den, step, mode, rounded]) => {
  expect(roundTo(BigInt(num), BigInt(den), BigInt(step), mode)).toBe(BigInt(rounded))
})

test('rounding refuses a denominator of zero', () => {
  expect(() => roundTo(1n, 0n, 1n, 'floor')).toThrow(RangeError)
})

test.for([
  [1, 2, 1],
  [-1, 2, -1],
  [7, 3, 2],
] as const)('%i / %i half up is %i', ([num, den, rounded]) => {
  expect(divideHalfUp(num, den)).toBe(rounded)
})

test.for([
  [2, 3, '66.66%'],
  [29, 100, '29%'],
  [435, 100, '435%'],
  [1, 1, '100%'],
  [1, 3, '33.33%'],
  [0, 5, '0%'],
  [-2, 3, '-66.66%'],
  [3, 0, '—'],
] as const)('%i / %i shows as %s', ([num, den, shown]) => {
  expect(formatPercent(num, den)).toBe(shown)
})

test('percentages stay exact above 2^53', () => {
  expect(percentOf(9_007_199_254_740_991, 9_007_199_254_740_991)).toBe(100)
})

test.for([
  ['120%', 100],
  ['85.5%', 85.5],
  ['60', 60],
  ['-5%', null],
  ['abc', null],
] as const)('the text %s is read as %o', ([text, percent]) => {
  expect(parsePercentText(text)).toBe(percent)
})
