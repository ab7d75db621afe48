import { expect, test } from 'vitest'
import { reachOf } from './reach.ts'

test('rows that are judged fit the line; those of too few readings show no bar and need no room', () => {
  const row = (n: number, severity_milli: number, severity_error_milli: number) => ({
    n,
    severity_milli,
    severity_error_milli,
  })
  expect(reachOf([row(40, -300, 200), row(3, 4000, 3000)])).toBe(700)
  expect(reachOf([row(3, 4000, 3000)])).toBe(1)
  expect(reachOf([])).toBe(1)
})
