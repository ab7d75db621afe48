import { expect, test } from 'vitest'
import { milli } from '../milli.ts'
import { answerWith, isLowered, isVoided, scoreWith, withOverride } from './overrides.ts'

test('overrides: the last one of a target rules, and none gives back what was read', () => {
  const answered = withOverride({}, 'question:1', { answer: ['B'] })
  expect([answerWith(answered, 1, ['A']), answerWith(answered, 2, ['A'])]).toEqual([['B'], ['A']])
  const scored = withOverride(answered, 'question:1', { scoreMilli: milli(2) })
  expect([answerWith(scored, 1, ['A']), scoreWith(scored, 1, milli(5))]).toEqual([['A'], 2000])
  const taken = withOverride(scored, 'question:1', { isVoid: true })
  expect([scoreWith(taken, 1, milli(5)), isVoided(taken, 'question:1')]).toEqual([null, true])
  expect(withOverride(taken, 'question:1', null)).toEqual({})
})

test.for([
  [3000, 2000, 3000, true],
  [3000, 3000, 3000, false],
  [2000, 3000, 5000, false],
  [null, 2000, 3000, true],
  [null, 3000, 3000, false],
  [null, 3000, null, false],
  [3000, null, 3000, false],
] as const)(
  'overrides: %s to %s, unedited %s, falls: %s',
  ([before, after, unedited, expected]) => {
    expect(isLowered(before, after, unedited)).toBe(expected)
  },
)
