import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { isPassing } from './is-passing.ts'

test.for([
  ['OFFLINE', 0, true],
  ['SERVICE_BUSY', 503, true],
  ['DATABASE_AWAY', 503, true],
  ['STORAGE_FULL', 507, true],
  ['TOO_MANY_REQUESTS', 429, true],
  ['INTERNAL', 502, true],
  ['INTERNAL', 504, true],
  ['SIGN_IN_TOO_MANY', 429, false],
  ['QUERY_LOCKED', 429, false],
  ['CANCELLED', 0, false],
  ['INTERNAL', 500, false],
  ['NOT_ALLOWED', 403, false],
] as const)('%s is worth another try: %s, %s', ([code, status, isWorth]) => {
  expect(isPassing(new CallError({ code, status, message: '' }))).toBe(isWorth)
})

test('what is no answer of a server is not', () => {
  expect(isPassing(new TypeError('x'))).toBe(false)
})
