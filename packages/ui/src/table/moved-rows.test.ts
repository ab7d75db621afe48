import { expect, test } from 'vitest'
import { hasMoved } from './moved-rows.ts'

test('rows that are put before others, go, or change places move; those at the end move none', () => {
  expect(hasMoved([1, 2, 3], [9, 1, 2, 3])).toBe(true)
  expect(hasMoved([1, 2, 3], [1, 3])).toBe(true)
  expect(hasMoved([1, 2, 3], [2, 1, 3])).toBe(true)
  expect(hasMoved([1, 2, 3], [1, 2, 3, 4])).toBe(false)
  expect(hasMoved([1, 2, 3], [1, 2])).toBe(false)
  expect(hasMoved([], [1, 2])).toBe(false)
})
