import { expect, test } from 'vitest'
import { hasDropped, scoreAlarms } from './alarm.ts'

const FULL = { objectiveFullMilli: 50_000, subjectiveFullMilli: 50_000 }

test.for([
  [30_000, 30_000, ['A', 'B', 'C', 'D', 'A'], ''],
  [10_000, 35_000, [], 'objectiveLowSubjectiveHigh'],
  [0, 0, ['A', '', '', '', ''], 'zeroTotal'],
  [0, 0, ['', '', '', '', ''], 'presentBlank'],
  [20_000, 20_000, ['C', 'C', 'C', 'C', 'C'], 'sameOption'],
  [20_000, 20_000, ['C', 'C', 'C', 'C'], ''],
  [20_000, 20_000, ['AB', 'AB', 'AB', 'AB', 'AB'], ''],
] as const)('alarms of %i and %i with %o: %s', ([objective, subjective, answers, expected]) => {
  const found = scoreAlarms({
    ...FULL,
    objectiveMilli: objective,
    subjectiveMilli: subjective,
    answers,
  })
  expect(found.join(' ')).toBe(expected)
})

test.for([
  [1, -0.9, false],
  [1, -1, false],
  [1, -1.01, true],
  [-1, 2, false],
  [null, -3, false],
  [2, null, false],
] as const)('a total at %s that comes to %s has dropped: %s', ([before, now, dropped]) => {
  expect(hasDropped(before, now)).toBe(dropped)
})
