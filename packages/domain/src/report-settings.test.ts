import { expect, test } from 'vitest'
import { ranksInGrade, ratesProblem, ratesText } from './report-settings.ts'

test.for([
  [10, true, '', true, 'senior grades follow the setting'],
  [10, false, '', false, 'and may hide ranks'],
  [9, true, '', false, 'junior grades hide them without a reason'],
  [9, true, '  ', false, 'blanks are no reason'],
  [9, true, '家长委员会同意', true, 'with a reason they show'],
  [1, false, '家长委员会同意', false, 'a reason alone shows nothing'],
] as const)(
  'ranks: grade %i, student %s, reason 「%s」 → %s (%s)',
  ([gradeId, student, policyReason, shown]) => {
    const setting = { teacher: true, student, types: ['school' as const], policyReason }
    expect(ranksInGrade(gradeId, setting).student).toBe(shown)
  },
)

test.for([
  [90, 80, 60, 30, null],
  [80, 80, 60, 30, '优秀线 80% 应高于良好线 80%'],
  [90, 60, 70, 30, '良好线 60% 应高于及格线 70%'],
  [90, 80, 30, 40, '及格线 30% 应高于低分线 40%'],
] as const)('rates %i %i %i %i: %s', ([excellent, good, pass, low, problem]) => {
  expect(ratesProblem({ excellent, good, pass, low })).toBe(problem)
})

test('rates: the words say on which side of the low line a score counts', () => {
  const rates = { excellent: 85, good: 70, pass: 60, low: 40 }
  expect(ratesText(rates, false)).toContain('低分 < 40%')
  expect(ratesText(rates, true)).toContain('低分 ≤ 40%')
})
