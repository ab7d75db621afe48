import { expect, test } from 'vitest'
import { scoreAlarms } from './alarm.ts'

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
