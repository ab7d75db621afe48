import { expect, test } from 'vitest'
import { binRange, scoreBins } from './score-bins.ts'

test('a short scale has a step for every half point', () => {
  const { labels, shares } = scoreBins(2000, [
    [
      { score_milli: 0, count: 1 },
      { score_milli: 1500, count: 3 },
    ],
  ])
  expect(labels).toEqual(['0', '0.5', '1', '1.5', '2'])
  expect(shares).toEqual([[25, 0, 0, 75, 0]])
})

test('an essay is drawn in wider steps, the full mark in the last', () => {
  const { labels, shares } = scoreBins(60_000, [[{ score_milli: 60_000, count: 2 }]])
  expect(labels).toHaveLength(21)
  expect(shares[0]?.at(-1)).toBe(100)
})

test('who has given no score has no curve', () => {
  expect(scoreBins(1000, [[]]).shares).toEqual([[null, null, null]])
})

test.for([
  [10_000, 0, 0, 499],
  [10_000, 20, 10_000, 10_000],
  [20_000, 3, 3000, 3999],
  [60_000, 20, 60_000, 60_000],
] as const)('of full %i the step %i holds scores from %i to %i', ([full, index, low, high]) => {
  expect(binRange(full, index)).toEqual({ low, high })
})
