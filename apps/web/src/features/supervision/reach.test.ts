import { expect, test } from 'vitest'
import { reachOf } from './reach.ts'

test('rows that are judged fit the line; those of too few readings show no bar and need no room', () => {
  const row = (n: number, severity_milli: number, severity_error_milli: number) => ({
    n,
    full_milli: 10_000,
    severity_milli,
    severity_error_milli,
  })
  expect(reachOf([row(40, -300, 200), row(3, 4000, 3000)])).toBe(0.07)
  expect(reachOf([row(3, 4000, 3000)])).toBe(0.001)
  expect(reachOf([])).toBe(0.001)
})

test('blocks of other full marks share the line by what the difference is of their full marks', () => {
  const row = (full_milli: number, severity_milli: number) => ({
    n: 40,
    full_milli,
    severity_milli,
    severity_error_milli: 0,
  })
  // Half a point of four is more than two points of sixty.
  expect(reachOf([row(4000, 500), row(60_000, -2000)])).toBe(0.125)
})
