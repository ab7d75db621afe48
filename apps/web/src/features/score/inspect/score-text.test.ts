import { expect, test } from 'vitest'
import { takenAwayText } from './score-text.ts'

test.for([
  ['MISCONDUCT', '改分后这一题不再登记违纪'],
  ['VOID', '改分后这一题不再作废'],
  ['NR', null],
  [null, null],
] as const)('a new score instead of %s: %s', ([reason, words]) => {
  expect(takenAwayText(reason)).toBe(words)
})
