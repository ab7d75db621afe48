import { describe, expect, test } from 'vitest'
import type { MarkMode } from '../../mark-codes.ts'
import { milli } from '../../milli.ts'
import { arbitrationDraft, closestPair, disagreeingPoints, settle } from './settle.ts'
import type { ScoredReading, SettlePolicy } from './settle.ts'

const reading = (...points: number[]): ScoredReading => ({ scores: points.map(milli) })
const policy = (
  mode: MarkMode,
  tolerance: number,
  over: Partial<SettlePolicy> = {},
): SettlePolicy => ({
  mode,
  toleranceMilli: milli(tolerance),
  ...over,
})

/** "7.25", "third", "arbitration 2.5" or "waiting", with flags after it. */
function outcome(totals: readonly number[], by: SettlePolicy): string {
  const settlement = settle(
    totals.map((total) => reading(total)),
    by,
  )
  if (settlement.kind === 'waiting') return 'waiting'
  if (settlement.kind !== 'final') return `${settlement.kind} ${settlement.gapMilli / 1000}`
  const { totalMilli, source, overTolerance, forcedPair } = settlement.final
  return [totalMilli / 1000, source, overTolerance && 'over', forcedPair && 'forced']
    .filter((x) => x !== false)
    .join(' ')
}

describe('settling', () => {
  const table: [MarkMode, number[], number, string][] = [
    [0, [], 2, 'waiting'],
    [0, [8], 2, '8 SINGLE'],
    [0, [8, 2], 0, '8 SINGLE'],
    [1, [8], 2, 'waiting'],
    [1, [8, 8], 2, '8 COMBINED'],
    [1, [7, 7.5], 2, '7.25 COMBINED'],
    [1, [6, 8], 2, '7 COMBINED'],
    [1, [6, 8.5], 2, 'arbitration 2.5'],
    [1, [0, 1], 0, 'arbitration 1'],
    [2, [6, 8], 2, '7 COMBINED'],
    [2, [2, 8], 2, '5 COMBINED over'],
    [3, [10, 12], 2, '11 COMBINED'],
    [3, [10, 14], 2, 'third 4'],
    [3, [10, 14, 12], 2, '13 PAIR'],
    [3, [8, 12, 10], 2, '11 PAIR'],
    [3, [10, 16, 15], 2, '15.5 PAIR'],
    [3, [10, 13, 10], 2, '10 PAIR'],
    [3, [8, 12, 4], 2, 'arbitration 4'],
    [4, [8, 12, 4], 2, '10 PAIR over forced'],
    [4, [10, 14], 2, 'third 4'],
    [4, [10, 12], 2, '11 COMBINED'],
    [4, [10, 16, 15], 2, '15.5 PAIR'],
  ]
  test.for(table)(
    'mode %i, readings %o, tolerance %d: %s',
    ([mode, totals, tolerance, expected]) => {
      expect(outcome(totals, policy(mode, tolerance))).toBe(expected)
    },
  )
})

test.for([
  [
    [10, 14, 12],
    [1, 2],
  ],
  [
    [8, 12, 10],
    [1, 2],
  ],
  [
    [10, 16, 15],
    [1, 2],
  ],
  [
    [10, 13, 10],
    [0, 2],
  ],
  [
    [8, 12, 4],
    [0, 1],
  ],
] as const)('of %o the closest pair is %o', ([totals, pair]) => {
  expect(
    closestPair(
      totals.map((total) => reading(total)),
      policy(3, 2),
    ),
  ).toEqual(pair)
})

describe('combining', () => {
  test.for([
    ['mean', 7.25],
    ['higher', 7.5],
    ['lower', 7],
    ['first', 7.5],
  ] as const)('%s of 7.5 and 7 is %d', ([combine, total]) => {
    expect(outcome([7.5, 7], policy(1, 2, { combine }))).toBe(`${total} COMBINED`)
  })

  test.for([
    [null, 'half_up', 7.25],
    [500, 'half_up', 7.5],
    [500, 'floor', 7],
    [500, 'ceil', 7.5],
    [1000, 'half_up', 7],
    [1000, 'ceil', 8],
    [1000, 'floor', 7],
  ] as const)('7 and 7.5 rounded to %o, %s, is %d', ([roundStepMilli, roundMode, total]) => {
    expect(outcome([7, 7.5], policy(1, 2, { roundStepMilli, roundMode }))).toBe(`${total} COMBINED`)
  })

  test('rounding happens once, at the total, and leaves a residual', () => {
    const rounded = policy(1, 3, { roundStepMilli: 1000 })
    const settlement = settle([reading(3, 4), reading(3.5, 4)], rounded)
    expect(settlement).toMatchObject({
      kind: 'final',
      final: { totalMilli: 7000, scores: [3250, 4000], roundingResidualMilli: -250 },
    })
  })

  test.for([
    ['half_up', 7.5],
    ['ceil', 7.5],
    ['floor', 7],
  ] as const)('full marks of 7.5, %s to whole points, are %d', ([roundMode, total]) => {
    const points = [{ fullMilli: milli(4) }, { fullMilli: milli(3.5) }]
    const rounded = policy(1, 0, { roundStepMilli: 1000, roundMode, points })
    const settlement = settle([reading(4, 3.5), reading(4, 3.5)], rounded)
    expect(settlement).toMatchObject({ final: { totalMilli: milli(total) } })
  })

  test('of optional questions rounding up stops at what those that count are worth', () => {
    const points = [{ fullMilli: milli(3.5) }, { fullMilli: milli(3.5) }]
    const bestOf = { choose: 1, questionOf: ['A', 'B'] }
    const rounded = policy(1, 0, { roundStepMilli: 1000, roundMode: 'ceil', points, bestOf })
    const settlement = settle([reading(3.5, 1), reading(3.5, 1)], rounded)
    expect(settlement).toMatchObject({ final: { totalMilli: 3500 } })
  })

  test('a final of zero says that it was read', () => {
    expect(settle([reading(0), reading(0)], policy(1, 0))).toMatchObject({
      final: { reason: 'ZERO' },
    })
    expect(settle([reading(0), reading(1)], policy(1, 1))).toMatchObject({
      final: { reason: null },
    })
  })
})

describe('comparing points', () => {
  const tolerances = { pointTolerancesMilli: [500, 500] }
  test.for([
    ['total', 'final'],
    ['point', 'arbitration'],
    ['both', 'arbitration'],
  ] as const)('equal totals with points apart, compared by %s: %s', ([compareScope, kind]) => {
    const by = policy(1, 1, { compareScope, ...tolerances })
    expect(settle([reading(4, 2), reading(2, 4)], by).kind).toBe(kind)
  })

  test.for([
    ['point', 'final'],
    ['both', 'arbitration'],
  ] as const)(
    'points within tolerance, total over it, compared by %s: %s',
    ([compareScope, kind]) => {
      const by = policy(1, 0.5, { compareScope, ...tolerances })
      expect(settle([reading(4, 4), reading(3.5, 3.5)], by).kind).toBe(kind)
    },
  )

  test('a pair that agrees by point is taken though another has the same total', () => {
    const by = policy(3, 0, { compareScope: 'point', ...tolerances })
    const readings = [reading(4, 2), reading(2, 4), reading(2.5, 4)]
    expect(settle(readings, by)).toMatchObject({ final: { totalMilli: 6250, combined: [1, 2] } })
  })

  test('the arbitrator starts from agreeing points', () => {
    const readings = [reading(4, 2), reading(3.5, 4)]
    expect(disagreeingPoints(readings, tolerances)).toEqual([false, true])
    const points = [500, 500].map((stepMilli) => ({ name: '', fullMilli: 4000, stepMilli }))
    expect(arbitrationDraft(readings, tolerances, points)).toEqual([4000, null])
  })

  test('what the arbitrator starts from may be given as it is', () => {
    const points = [1000, 1000, 1000].map((stepMilli) => ({
      name: '',
      fullMilli: 20_000,
      stepMilli,
    }))
    const by = { pointTolerancesMilli: [3000, 3000, 3000] }
    const draft = (...all: (readonly number[])[]) =>
      arbitrationDraft(
        all.map((scores) => reading(...scores)),
        by,
        points,
      )
    expect(draft([10, 11, 12], [10, 12, 19])).toEqual([10_000, 12_000, null])
    // Two halves are one point, not two.
    expect(draft([10, 11, 12], [11, 12, 19])).toEqual([10_000, 12_000, null])
    expect(draft([1, 1, 1], [9, 9, 9])).toEqual([null, null, null])
    // Each point is within its tolerance, and the sum seven apart.
    expect(draft([10, 11, 12], [12, 13, 15])).toEqual([null, null, null])
  })
})

describe('where the best of several optional questions counts', () => {
  /** Question A has the first point, question B the two others. */
  const bestOf = { choose: 1, questionOf: ['A', 'B', 'B'] }
  const readings = (...all: (readonly number[])[]) => all.map((points) => reading(...points))

  test.for<
    [what: string, mode: MarkMode, given: number[][], outcome: number | string, points: unknown[]]
  >([
    ['one reading: the better question', 0, [[7, 3, 3]], 7, [7, null, null]],
    ['its points together', 0, [[7, 4, 4]], 8, [null, 4, 4]],
    ['of equal ones the first', 0, [[6, 3, 3]], 6, [6, null, null]],
    ['nothing on either', 0, [[0, 0, 0]], 0, [0, null, null]],
    [
      'two readings: the question that is better by both',
      1,
      [
        [8, 3, 3],
        [7, 3, 3],
      ],
      7.5,
      [7.5, null, null],
    ],
    [
      'each found another better: the higher mean, compared by what counts',
      1,
      [
        [8, 3, 3],
        [6, 4, 4],
      ],
      7,
      [7, null, null],
    ],
    [
      'apart where it does not count: agreed',
      1,
      [
        [8, 0, 0],
        [8, 3, 4],
      ],
      8,
      [8, null, null],
    ],
    [
      'apart where it counts',
      1,
      [
        [9, 0, 0],
        [3, 2, 1],
      ],
      'arbitration 6',
      [],
    ],
    [
      'the closest pair by what counts for the pair',
      3,
      [
        [9, 0, 0],
        [3, 2, 1],
        [8, 1, 1],
      ],
      8.5,
      [8.5, null, null],
    ],
  ])('%s', ([, mode, given, expected, points]) => {
    const settlement = settle(readings(...given), policy(mode, 2, { bestOf }))
    if (settlement.kind === 'final') {
      expect(settlement.final.totalMilli / 1000).toBe(expected)
      // As it is stored: what does not count has no score.
      const stored = JSON.parse(JSON.stringify(settlement.final.scores)) as (number | null)[]
      expect(stored.map((score) => (score === null ? null : score / 1000))).toEqual(points)
    } else
      expect(
        settlement.kind === 'waiting' || `${settlement.kind} ${settlement.gapMilli / 1000}`,
      ).toBe(expected)
  })

  test('points are compared only of the question that counts', () => {
    const by = policy(1, 10, {
      bestOf,
      compareScope: 'point',
      pointTolerancesMilli: [1000, 0, 0],
    })
    expect(settle(readings([8, 1, 2], [7, 3, 0]), by)).toMatchObject({
      final: { totalMilli: 7500 },
    })
    expect(settle(readings([2, 4, 4], [2, 3, 5]), by).kind).toBe('arbitration')
  })

  test('two of three count', () => {
    const two = { choose: 2, questionOf: ['A', 'B', 'C'] }
    expect(settle(readings([5, 7, 6]), policy(0, 0, { bestOf: two }))).toMatchObject({
      final: { totalMilli: 13_000 },
    })
  })
})
