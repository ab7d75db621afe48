import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOver, pairGap, type SettlePolicy } from './settle.ts'
import { countGaps, overGapShare, overPointShare } from './tolerance.ts'

/** Ten pairs over two points: five agree, three differ in the first point, two in both, of which one evens out. */
const GAPS = countGaps([
  ...Array.from({ length: 5 }, () => ({ totalMilli: 0, pointsMilli: [0, 0] })),
  ...Array.from({ length: 3 }, () => ({ totalMilli: 1000, pointsMilli: [1000, 0] })),
  { totalMilli: 4000, pointsMilli: [1000, 3000] },
  { totalMilli: 0, pointsMilli: [2000, 2000] },
])

test('pairs are counted by how far they lie apart, the closest first', () => {
  expect(GAPS.map(({ totalMilli, count }) => [totalMilli, count])).toEqual([
    [0, 5],
    [0, 1],
    [1000, 3],
    [4000, 1],
  ])
})

describe('share that is expected over a tolerance', () => {
  test.for([
    ['total', 0, [0, 0], 4],
    ['total', 1000, [0, 0], 1],
    ['total', 4000, [0, 0], 0],
    ['point', 0, [0, 0], 5],
    ['point', 0, [1000, 1000], 2],
    ['point', 0, [2000, 2000], 1],
    ['point', 0, [2000, 3000], 0],
    ['both', 1000, [2000, 2000], 1],
    ['both', 0, [2000, 3000], 4],
    ['both', 4000, [1000, 3000], 1],
  ] as const)('of %s, %i and %o: %i of 10', ([scope, totalMilli, pointsMilli, over]) => {
    expect(overGapShare(GAPS, { scope, totalMilli, pointsMilli })).toEqual({ over, of: 10 })
  })

  test.for([
    [0, 0, 5],
    [0, 1000, 1],
    [1, 0, 2],
    [1, 2000, 1],
  ] as const)('of point %i alone with %i: %i of 10', ([point, tolerance, over]) => {
    expect(overPointShare(GAPS, point, tolerance)).toEqual({ over, of: 10 })
  })

  test('without pairs there is none', () => {
    expect(overGapShare([], { scope: 'total', totalMilli: 0, pointsMilli: [] })).toEqual({
      over: 0,
      of: 0,
    })
  })
})

const scores = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 })).map((points) => ({
  scores: points.map((half) => half * 500),
}))
const policy: fc.Arbitrary<SettlePolicy> = fc.record({
  mode: fc.constant(1 as const),
  toleranceMilli: fc.nat({ max: 12 }).map((half) => half * 500),
  pointTolerancesMilli: fc
    .tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }))
    .map((points) => points.map((half) => half * 500)),
  compareScope: fc.constantFrom('total', 'point', 'both'),
  bestOf: fc.constantFrom(null, { choose: 1, questionOf: ['A', 'B'] }),
})

test('what is foretold is what the rules then do', () => {
  fc.assert(
    fc.property(scores, scores, policy, (a, b, rules) => {
      const { over } = overGapShare(countGaps([pairGap(a, b, rules)]), {
        scope: rules.compareScope ?? 'total',
        totalMilli: rules.toleranceMilli,
        pointsMilli: rules.pointTolerancesMilli ?? [],
      })
      expect(over === 1).toBe(isOver(a, b, rules))
    }),
    { numRuns: 3000 },
  )
})
