import { expect, test } from 'vitest'
import { isSameCohort, steadinessOf, suggestedSubjects, zAgainstBefore } from './standing.ts'

test.for([
  // now, before (newest first), difference to the mean of the last three
  [-0.2, [0.4, 0.5, 0.3, -3], -0.6],
  [0.1, [null, 0.5], -0.4],
  [0.1, [null, null], null],
  [null, [0.4], null],
  [0.5, [null, 0.1, 0.2, 0.3, 9], 0.3],
] as const)('DR 14.3 slump: Z %s after %o is %s', ([now, before, expected]) => {
  const found = zAgainstBefore(now, before)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(expected, 12)
})

test.for([
  [[0.1, 0.2], null],
  [[0.1, null, 0.2, null], null],
  [[1, -1, 1, -1, 0, 50], Math.sqrt(0.8)],
  [[0.5, 0.5, 0.5], 0],
] as const)('DR 14.3 steadiness: of %o it is %s', ([zs, expected]) => {
  const found = steadinessOf(zs)
  if (expected === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(expected, 12)
})

test.for([
  [10, '2026-10-22', 10, '2026-11-28', true],
  [9, '2026-06-20', 10, '2026-11-28', true],
  // Those of grade 10 a year ago are in grade 11 now.
  [10, '2025-11-20', 10, '2026-11-28', false],
  [10, '2026-07-31', 11, '2026-08-30', true],
] as const)('cohort: grade %i on %s and grade %i on %s: %s', ([g, d, h, e, same]) => {
  expect(isSameCohort({ gradeId: g, startDate: d }, { gradeId: h, startDate: e })).toBe(same)
})

test('suggested are the two subjects furthest below their lines, by more than their error', () => {
  const subjects = [
    { name: '语文', gapMilli: -3000, semMilli: 4000 },
    { name: '数学', gapMilli: -12_000, semMilli: 5000 },
    { name: '英语', gapMilli: -6000, semMilli: null },
    { name: '物理', gapMilli: -7000, semMilli: 3000 },
    { name: '化学', gapMilli: 2000, semMilli: 3000 },
    { name: '生物', gapMilli: null, semMilli: 3000 },
  ]
  expect(suggestedSubjects(subjects)).toEqual(['数学', '物理'])
  expect(suggestedSubjects(subjects.slice(0, 1))).toEqual([])
})
