import { expect, test } from 'vitest'
import {
  type QualificationEvent,
  qualificationResult,
  qualificationState,
  qualifyRule,
} from './qualification.ts'

/** Ten papers of 20 points agreed at 10; `differences` in points, the rest marked exactly. */
const set = (differences: readonly number[]) =>
  Array.from({ length: 10 }, (_, paper) => ({
    scoreMilli: 10_000 + (differences[paper] ?? 0) * 1000,
    definitiveMilli: 10_000,
    isWithin: Math.abs(differences[paper] ?? 0) <= 2,
  }))

test.for([
  [[], true, 10, 0, 'every paper exactly'],
  [[3, -3], true, 8, 0, 'two of ten too far off, to both sides'],
  [[3, -3, 3], false, 7, 0.3, 'three of ten too far off'],
  [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2], true, 10, 2, 'a tenth of the full mark more on the average'],
  [[-10, -11], false, 8, -2.1, 'enough within, and too little on the average'],
] as const)('%o → passed %o, %i within, bias %d (%s)', ([differences, isPassed, within, bias]) => {
  const result = qualificationResult(set(differences), { percent: 80, fullMilli: 20_000 })
  expect(result).toEqual({ isPassed, within, biasMilli: bias * 1000 })
})

test('no papers at all are not a pass', () => {
  const result = qualificationResult([], { percent: 80, fullMilli: 20_000 })
  expect(result).toEqual({ isPassed: false, within: 0, biasMilli: 0 })
})

test.for([
  [[], 'open'],
  [['pass'], 'passed'],
  [['fail'], 'open'],
  [['fail', 'pass'], 'passed'],
  [['fail', 'fail'], 'waiting'],
  [['fail', 'fail', 'repeat'], 'open'],
  [['fail', 'fail', 'repeat', 'fail'], 'waiting'],
  [['fail', 'fail', 'repeat', 'pass'], 'passed'],
  [['fail', 'fail', 'admit'], 'admitted'],
  [['fail', 'admit'], 'admitted'],
  [['fail', 'fail', 'refuse'], 'refused'],
  [['fail', 'refuse'], 'refused'],
  [['fail', 'fail', 'refuse', 'admit'], 'admitted'],
  [['fail', 'fail', 'refuse', 'repeat'], 'open'],
  [['fail', 'fail', 'refuse', 'repeat', 'fail'], 'waiting'],
  [['pass', 'again'], 'open'],
  [['pass', 'again', 'fail'], 'open'],
] as [QualificationEvent[], string][])('%o → %s', ([events, state]) => {
  expect(qualificationState(events)).toBe(state)
})

test.for([
  [null, false, false, false, 'single_school', 'a school on its own'],
  [null, true, false, true, 'joint', 'a joint exam'],
  [null, false, true, true, 'high_stakes', 'high stakes'],
  [null, true, true, true, 'joint', 'both'],
  [false, true, true, false, 'chosen', 'a leader does without'],
  [true, false, false, true, 'chosen', 'a leader asks for it'],
  [false, false, false, false, 'single_school', 'a leader asked for it and does not any more'],
  [true, true, false, true, 'joint', 'a leader did without and does not any more'],
] as const)(
  'chosen %o, joint %o, high stakes %o: markers qualify %o, %s (%s)',
  ([chosen, isJoint, isHighStakes, qualify, source]) => {
    expect(qualifyRule({ chosen, isJoint, isHighStakes })).toEqual({ qualify, source })
  },
)
