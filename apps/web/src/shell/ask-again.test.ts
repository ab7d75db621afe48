import { CallError } from '@hengjuan/client'
import { expect, test } from 'vitest'
import { askAgainMs, isAskedAtOnce } from './ask-again.ts'

const failure = (status: number, retryAfterMs: number | null) =>
  new CallError({ status, code: 'INTERNAL', message: '', retryAfterMs })

test.for([
  [503, null, 10_000, true],
  [503, 30_000, 30_000, false],
  [429, 2000, 2000, false],
  // Never in a row without a pause, and never so late that the page looks forgotten.
  [429, 0, 1000, false],
  [429, null, 10_000, false],
  [429, 86_400_000, 300_000, false],
  [403, 2000, false, false],
] as const)('%i that says %o is asked again after %o', ([status, said, after, atOnce]) => {
  const error = failure(status, said)
  expect([askAgainMs(error), isAskedAtOnce(0, error)]).toEqual([after, atOnce])
  expect(isAskedAtOnce(2, error)).toBe(false)
})
