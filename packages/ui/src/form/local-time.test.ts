import { expect, test } from 'vitest'
import { localTimeOf, utcOf } from './local-time.ts'

test('a deadline comes back from the field as it was, whatever the time of the place', () => {
  const chosen = '2026-11-20T17:30'
  expect(localTimeOf(utcOf(chosen) ?? '')).toBe(chosen)
})

test('what is no time is none', () => {
  expect(utcOf('')).toBeNull()
  expect(utcOf('明天')).toBeNull()
})
