import { expect, test } from 'vitest'
import { newRequestId } from './request-id.ts'

test('ten thousand requests have different names, in the order in which they came', () => {
  const names = Array.from({ length: 10_000 }, () => newRequestId())
  expect(new Set(names).size).toBe(names.length)
  expect(names.toSorted()).toEqual(names)
  expect(names.every((name) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(name))).toBe(true)
})
