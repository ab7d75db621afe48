import { expect, test } from 'vitest'
import { pointsApart, readerAgreement, secondReaderTolerance } from './second-reader.ts'

test.for([
  [1, 12_000, 2000, 2000, 'marked twice: what the block says'],
  [1, 2000, 0, 0, 'marked twice without tolerance: every difference'],
  [0, 12_000, 0, 2000, 'marked once: the usual one'],
  [0, 12_000, 3000, 3000, 'marked once with a wider one of its own'],
  [0, 2000, 0, 0, 'marked once, two points: every difference'],
  [0, 60_000, 0, 6000, 'an essay'],
] as const)('mode %i, full %i, tolerance %i: beyond %i (%s)', ([mode, full, own, expected]) => {
  expect(secondReaderTolerance({ mode, fullMilli: full, toleranceMilli: own })).toBe(expected)
})

const human = [0, 1, 2, 3, 3, 4, 5, 5, 2, 1]
const reader = [0, 1, 2, 3, 4, 4, 5, 4, 2, 2]
const points = human.map((score, index) => [score * 1000, (reader[index] ?? 0) * 1000] as const)

test('the vector of the rules: seven alike, all within a step', () => {
  const found = readerAgreement(points, { fullMilli: 5000, stepMilli: 1000, toleranceMilli: 0 })
  expect(found).toMatchObject({
    n: 10,
    exact: { num: 7, den: 10 },
    adjacent: { num: 10, den: 10 },
    within: { num: 7, den: 10 },
    bandMilli: null,
  })
  expect([found.qwk?.toFixed(4), found.smd?.toFixed(4)]).toEqual(['0.9383', '0.0642'])
})

test('a step smaller than the differences, and a tolerance equal to one of them', () => {
  const pairs = [
    [4000, 4500],
    [4000, 5000],
    [4000, 6000],
  ] as const
  const found = readerAgreement(pairs, { fullMilli: 6000, stepMilli: 500, toleranceMilli: 1000 })
  expect([found.exact.num, found.adjacent.num, found.within.num]).toEqual([0, 1, 2])
  expect(found.bandMilli).toBe(1000)
})

test('of nothing nothing is said', () => {
  const found = readerAgreement([], { fullMilli: 6000, stepMilli: 500, toleranceMilli: 1000 })
  expect(found).toMatchObject({ n: 0, exact: { num: 0, den: 0 }, qwk: null, smd: null })
})

test.for([
  [[4, 2], [1, 5], [0, 1], 'both points, though the total is the same'],
  [[4, 2], [3, 2], [], 'the tolerance of a point is still near'],
  [[4, 2], [2, 3], [0], 'each point has a tolerance of its own'],
  [[4, null], [0, 6], [0], 'a point that does not count for the paper'],
  [[4, 2], [], [], 'only a total is known'],
] as const)('%o beside %o: %o apart (%s)', ([mark, reader, apart]) => {
  const milli = (points: readonly (number | null)[]) =>
    points.map((one) => (one === null ? null : one * 1000))
  expect(pointsApart(milli(mark), milli(reader), [1000, 2000])).toEqual(apart)
})
