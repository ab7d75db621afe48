import { expect, test } from 'vitest'
import { standingOf } from './balance-words.ts'

test.for([
  ['due', 'due'],
  // It is wanted, and somebody has to do something about it.
  ['nobody', 'nobody'],
  // Nothing is said of it, which is not that all is well.
  ['no_pace', 'unknown'],
  ['quiet', 'unknown'],
  ['even', 'even'],
  ['in_time', 'even'],
  ['too_few', 'even'],
  ['nothing_left', 'even'],
] as const)('words of a balance: a verdict of %s is shown as %s', ([verdict, standing]) => {
  expect(standingOf(verdict)).toBe(standing)
})
