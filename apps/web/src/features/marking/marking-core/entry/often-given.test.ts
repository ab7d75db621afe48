import { expect, test } from 'vitest'
import { givenBefore, oftenGiven } from './often-given.ts'

const given = (counts: Record<number, number>) =>
  Object.entries(counts).map(([score, count]) => ({ score_milli: 1000 * Number(score), count }))

test.for([
  [{ 0: 5, 3: 9, 4: 2, 7: 8, 8: 1 }, [3, 7, 0], 'the three most given'],
  [{ 2: 10, 5: 10, 6: 10, 9: 10 }, [2, 5, 6], 'of equals the lower ones'],
  [{ 3: 19 }, [], 'too few papers to tell'],
  [{}, [], 'nothing given yet'],
] as const)('%o: %o (%s)', ([counts, expected]) => {
  expect([...oftenGiven(given(counts))]).toEqual(expected.map((score) => 1000 * score))
})

const paper = (names: readonly string[], scores: readonly (number | null)[] = [], at = 0) => ({
  rules: { points: names.map((name) => ({ name, fullMilli: 4000, stepMilli: 1000 })) },
  entry: { scores, at },
})

test('of several points each is counted by itself, on papers that have the same ones', () => {
  const [one, two] = [['(1)'], ['(1)', '(2)']]
  const done = [
    paper(two, [4000, 1000]),
    paper(two, [4000, null]),
    paper(two, [3000, 1000]),
    paper(['A', 'B'], [2000, 2000]),
  ]
  const totals = given({ 9: 40 })
  expect(givenBefore(paper(two, [], 0), done, totals)).toEqual(given({ 3: 1, 4: 2 }).toReversed())
  expect(givenBefore(paper(two, [], 1), done, totals)).toEqual(given({ 1: 2 }))
  expect(givenBefore(paper(one), done, totals)).toBe(totals)
})
