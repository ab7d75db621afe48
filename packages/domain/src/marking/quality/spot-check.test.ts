import { expect, test } from 'vitest'
import { spotCheckResult } from './spot-check.ts'

const points = [
  { name: '(1)', fullMilli: 4000, stepMilli: 500 },
  { name: '(2)', fullMilli: 4000, stepMilli: 1000 },
]
const reading = { id: 'r', scores: [3000, 2000] }
const verdict = (isRejected: boolean, isMarked: boolean, rejectScoreMilli: number | null) =>
  spotCheckResult(
    { isRejected, isMarked, rejectScoreMilli, rejectScores: null },
    reading,
    'c',
    points,
  )

test('neither rejected nor marked: agreed, and a score that came along is ignored', () => {
  expect(verdict(false, false, 4000)).toEqual({ kind: 'agreed' })
})

test('marked only: corrected without blame', () => {
  expect(verdict(false, true, 6500)).toEqual({
    kind: 'event',
    event: {
      type: 'spot_correct',
      readingId: 'r',
      checkerId: 'c',
      scores: [3500, 3000],
      isRejection: false,
    },
  })
})

test('rejected only: sent back, whatever score came along', () => {
  expect(verdict(true, false, 6500)).toEqual({
    kind: 'event',
    event: { type: 'reject', readingId: 'r', checkerId: 'c' },
  })
})

test('both: corrected, and counted as a rejection', () => {
  expect(verdict(true, true, 0)).toMatchObject({ event: { scores: [0, 0], isRejection: true } })
})

test.for([
  [null, 'MARKING_EMPTY_POINT'],
  [6250, 'MARKING_OFF_GRID'],
  [8500, 'MARKING_SCORE_OUT_OF_RANGE'],
  [-500, 'MARKING_SCORE_OUT_OF_RANGE'],
] as const)('a corrected total of %o is refused: %s', ([total, code]) => {
  expect(verdict(false, true, total)).toMatchObject({ kind: 'refused', refusal: { code } })
})

test.for([
  [[3000, 2000], 3500, [3500, 2000], 'the first counted, and the other stays as it was given'],
  [[3000, 2000], 1500, [1500, 0], 'the other would count beside it'],
  [[3000, 1500], 2000, [2000, 0], 'what is off the grid now is not given again'],
  [[1000, 2000], 1000, [0, 1000], 'the second counted; the first would beat what is left'],
] as const)('of optional questions %o corrected to %d becomes %o (%s)', ([scores, total, to]) => {
  const bestOf = { choose: 1, questionOf: ['A', 'B'] }
  const corrected = spotCheckResult(
    { isRejected: false, isMarked: true, rejectScoreMilli: total, rejectScores: null },
    { id: 'r', scores },
    'c',
    points,
    bestOf,
  )
  expect(corrected).toMatchObject({ event: { scores: to } })
})

test('more than one optional question is worth is refused', () => {
  const result = spotCheckResult(
    { isRejected: false, isMarked: true, rejectScoreMilli: 4500, rejectScores: null },
    reading,
    'c',
    points,
    { choose: 1, questionOf: ['A', 'B'] },
  )
  expect(result).toMatchObject({ refusal: { code: 'MARKING_SCORE_OUT_OF_RANGE' } })
})

const byPoint = (rejectScoreMilli: number, rejectScores: number[], choose?: number) =>
  spotCheckResult(
    { isRejected: false, isMarked: true, rejectScoreMilli, rejectScores },
    reading,
    'c',
    points,
    choose === undefined ? null : { choose, questionOf: ['A', 'B'] },
  )

test.for([
  [4000, [1000, 3000], undefined, 'a total alone would have left the first point as it is'],
  [5000, [2000, 3000], undefined, 'the same total, one point more and one less'],
  [3000, [1500, 3000], 1, 'of optional questions the best counts, both are kept'],
] as const)('corrected to %d point by point: %o (%s)', ([total, scores, choose]) => {
  expect(byPoint(total, [...scores], choose)).toMatchObject({ event: { scores } })
})

test.for([
  [4000, [1000, 2000], 'MARKING_POINTS_SUM'],
  [3500, [1000, 2500], 'MARKING_OFF_GRID'],
  [8000, [5000, 3000], 'MARKING_SCORE_OUT_OF_RANGE'],
  [1000, [1000], 'MARKING_POINT_COUNT'],
] as const)('corrected to %d point by point, %o is refused: %s', ([total, scores, code]) => {
  expect(byPoint(total, [...scores])).toMatchObject({ kind: 'refused', refusal: { code } })
})
