import { expect, test } from 'vitest'
import { oftenGiven } from './often-given.ts'

const given = (counts: Record<number, number>) =>
  Object.entries(counts).map(([score, count]) => ({ score_milli: 1000 * Number(score), count }))

test.for([
  [{ 0: 5, 3: 9, 4: 2, 7: 8, 8: 1 }, 1, [3, 7, 0], 'the three most given'],
  [{ 2: 10, 5: 10, 6: 10, 9: 10 }, 1, [2, 5, 6], 'of equals the lower ones'],
  [{ 3: 19 }, 1, [], 'too few papers to tell'],
  [{ 3: 30 }, 2, [], 'totals of two points are no scores of one'],
  [{}, 1, [], 'nothing given yet'],
] as const)('%o of %i points: %o (%s)', ([counts, points, expected]) => {
  expect([...oftenGiven(given(counts), points)]).toEqual(expected.map((score) => 1000 * score))
})
