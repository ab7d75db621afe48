import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  difficulty,
  difficultyBand,
  discrimination,
  discriminationBand,
  groupSize,
  groupWeights,
  itemRest,
  knowledgeRate,
  reliability,
} from './item-analysis.ts'
import { correlation, medianOf, quantileOf, sdOf, summarise } from './moments.ts'
import { analyseOptions } from './option-analysis.ts'
import { exceededPercent, percentileRank, ranksOf, standingsOf } from './rank.ts'
import { countRates, isInRate } from './rate.ts'
import { anyOverlap, onePointTable, rankSegments, scoreSegments } from './segment.ts'
import {
  compositeZ,
  hundredScore,
  referenceOf,
  shownTScore,
  tScore,
  zScore,
} from './standard-score.ts'

const round = (value: number | null, digits = 4) =>
  value === null ? null : Number(value.toFixed(digits))

/** Ten candidates, items full 1, 1, 2, 3, 5; the vector of the rules. */
const rows = [
  '11235',
  '11234',
  '11224',
  '11124',
  '10223',
  '11113',
  '01122',
  '10112',
  '00111',
  '00001',
]
const full = [1, 1, 2, 3, 5]
const items = full.map((_, item) => rows.map((row) => Number(row[item])))
const totals = rows.map((row) => [...row].reduce((sum, digit) => sum + Number(digit), 0))

describe('DR 10 ranks', () => {
  const scores = [700, 688, 688, 650, 650, 650, 600]
  test.for([
    ['competition', [1, 2, 2, 4, 4, 4, 7]],
    ['dense', [1, 2, 2, 3, 3, 3, 4]],
    ['sequential', [1, 2, 3, 4, 5, 6, 7]],
  ] as const)('%s', ([style, ranks]) => {
    expect(ranksOf(scores, style)).toEqual(ranks)
  })

  test('percentile ranks are those of the rules', () => {
    const percentiles = standingsOf(scores).map((standing) => round(percentileRank(standing!), 2))
    expect(percentiles).toEqual([92.86, 71.43, 71.43, 35.71, 35.71, 35.71, 7.14])
  })

  test('exceeded share is below over N − 1, and 100 alone', () => {
    expect(standingsOf(scores).map((standing) => round(exceededPercent(standing!), 2))).toEqual([
      100, 66.67, 66.67, 16.67, 16.67, 16.67, 0,
    ])
    expect(exceededPercent(standingsOf([5])[0]!)).toBe(100)
  })

  test('whoever has no score is unranked and counts for nobody; zero is ranked', () => {
    expect(ranksOf([null, 0, 5, null])).toEqual([null, 2, 1, null])
    expect(standingsOf([null, 0, 5])[1]).toMatchObject({ of: 2, rank: 2 })
  })

  test('the rank is one more than how many are better, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (scores) => {
        expect(ranksOf(scores)).toEqual(
          scores.map((own) => 1 + scores.filter((other) => other > own).length),
        )
      }),
    )
  })
})

describe('DR 10 rates', () => {
  test.for([
    ['excellent', 90, true],
    ['excellent', 89.999, false],
    ['good', 95, true],
    ['good', 80, true],
    ['pass', 60, true],
    ['pass', 59.999, false],
    ['low', 29.999, true],
    ['low', 30, false],
    ['low', 0, true],
  ] as const)('%s at %d of 100: %s', ([rate, points, inside]) => {
    expect(isInRate(rate, Math.round(points * 1000), 100_000)).toBe(inside)
  })

  test('30 percent is low only when asked for', () => {
    expect(isInRate('low', 45_000, 150_000, undefined, true)).toBe(true)
  })

  test('classes overlap on purpose', () => {
    expect(countRates([95_000, 85_000, 70_000, 20_000], 100_000)).toEqual({
      excellent: 1,
      good: 2,
      pass: 3,
      low: 1,
    })
  })
})

describe('DR 10 segments and overlap', () => {
  test.for([
    [
      [
        [1, 50],
        [51, 100],
      ],
      'closed',
      false,
    ],
    [
      [
        [1, 50],
        [50, 100],
      ],
      'closed',
      true,
    ],
    [
      [
        [0, 10],
        [10, 20],
      ],
      'half_open',
      false,
    ],
    [
      [
        [0, 11],
        [10, 20],
      ],
      'half_open',
      true,
    ],
    [
      [
        [0, 100],
        [10, 20],
        [30, 40],
      ],
      'closed',
      true,
    ],
    [
      [
        [30, 40],
        [0, 10],
        [20, 25],
      ],
      'closed',
      false,
    ],
  ] as const)('%o (%s) overlap: %s', ([pairs, ends, overlap]) => {
    expect(
      anyOverlap(
        pairs.map(([lower, upper]) => ({ lower, upper })),
        ends,
      ),
    ).toBe(overlap)
  })

  test('are anchored at zero, and the top one is closed', () => {
    const segments = scoreSegments([100_000, 99_500, 90_000, 89_999, 0], 100_000, 10_000)
    expect(segments).toHaveLength(10)
    expect(segments[0]).toEqual({
      lowerMilli: 90_000,
      upperMilli: 100_000,
      closed: true,
      count: 3,
      cumulative: 3,
    })
    expect(segments[1]).toMatchObject({ count: 1, cumulative: 4, closed: false })
    expect(segments.at(-1)).toMatchObject({ lowerMilli: 0, count: 1, cumulative: 5 })
  })

  test('a full mark that is no multiple of the width has a short top segment', () => {
    expect(scoreSegments([75_000, 69_000], 75_000, 10_000).map(({ count }) => count)).toEqual([
      1, 1, 0, 0, 0, 0, 0, 0,
    ])
  })

  test('one point each: halves count down, empty rows stay, the rank is that of the row', () => {
    expect(onePointTable([3000, 2500, 2000, 0], 3000)).toEqual([
      { points: 3, count: 1, cumulative: 1, rank: 1 },
      { points: 2, count: 2, cumulative: 3, rank: 2 },
      { points: 1, count: 0, cumulative: 3, rank: 4 },
      { points: 0, count: 1, cumulative: 4, rank: 4 },
    ])
  })

  test('ties may overfill a band of ranks', () => {
    const bands = [
      { lower: 1, upper: 2 },
      { lower: 3, upper: 4 },
    ]
    expect(rankSegments([1, 2, 2, 4, null], bands).map(({ count }) => count)).toEqual([3, 1])
  })
})

describe('DR 11 moments', () => {
  test('of the vector', () => {
    const summary = summarise(totals.map((total) => total * 1000))
    expect([summary.n, summary.mean, round(summary.sd)]).toEqual([10, 7.2, 3.3407])
    expect([summary.min, summary.max, summary.median]).toEqual([1, 12, 7.5])
    expect(round(summary.cv)).toBe(0.464)
    expect(round(summary.skewness)).toBe(-0.3515)
  })

  test('of nobody are null, of one person spread zero', () => {
    expect(summarise([])).toEqual({
      n: 0,
      mean: null,
      sd: null,
      min: null,
      max: null,
      median: null,
      cv: null,
      skewness: null,
    })
    expect(sdOf([5])).toBe(0)
    expect(sdOf([5], 'sample')).toBeNull()
  })

  test('sample form divides by one less', () => {
    expect(round(sdOf([1, 2, 3, 4], 'sample'))).toBe(1.291)
  })

  test('the median of an even number lies between', () => {
    expect([medianOf([4, 1, 3, 2]), quantileOf([1, 2, 3, 4, 5], 0.1)]).toEqual([2.5, 1.4])
  })

  test('what does not vary correlates with nothing', () => {
    expect(correlation([1, 1, 1], [1, 2, 3])).toBeNull()
  })
})

describe('DR 11 item statistics of the vector', () => {
  test('difficulty', () => {
    expect(items.map((item, index) => round(difficulty(item, full[index]!)))).toEqual([
      0.7, 0.6, 0.65, 0.5667, 0.58,
    ])
    expect(difficulty([], 5)).toBeNull()
  })

  test('discrimination', () => {
    expect(items.map((item, index) => round(discrimination(item, totals, full[index]!)))).toEqual([
      0.6667, 1, 0.6667, 0.6667, 0.6,
    ])
  })

  test('item-rest correlation', () => {
    expect(items.map((item) => round(itemRest(item, totals)))).toEqual([
      0.6891, 0.6382, 0.7951, 0.8531, 0.9267,
    ])
  })

  test('alpha and standard error', () => {
    const { alpha, sem } = reliability(items)
    expect([round(alpha), round(sem)]).toEqual([0.8737, 1.1874])
  })

  test('alpha needs two items and totals that vary, and may be negative', () => {
    expect(reliability([[1, 2]]).alpha).toBeNull()
    expect(
      reliability([
        [1, 1],
        [2, 2],
      ]).alpha,
    ).toBeNull()
    expect(
      reliability([
        [1, 2, 3],
        [3, 2, 2],
      ]).alpha,
    ).toBeLessThan(0)
  })

  test('bands', () => {
    expect([0.7, 0.4, 0.39].map(difficultyBand)).toEqual(['easy', 'medium', 'hard'])
    expect([0.4, 0.3, 0.2, 0.1].map(discriminationBand)).toEqual([
      'veryGood',
      'good',
      'fair',
      'poor',
    ])
  })

  test('a knowledge point sums scores and full marks of its items', () => {
    expect(
      knowledgeRate([
        { score: 3, full: 5 },
        { score: 1, full: 1 },
      ]),
    ).toEqual({ num: 4, den: 6 })
  })
})

describe('DR 11 the 27 percent groups', () => {
  test.for([
    [10, 3],
    [1, 1],
    [100, 27],
    [50, 14],
  ] as const)('of %i hold %i', ([n, k]) => {
    expect(groupSize(n)).toBe(k)
  })

  test('those on the cut share what is left', () => {
    expect([...groupWeights([9, 8, 8, 8, 7, 6, 5, 4, 3, 2], 'top')]).toEqual([
      1,
      2 / 3,
      2 / 3,
      2 / 3,
      0,
      0,
      0,
      0,
      0,
      0,
    ])
    expect([...groupWeights([9, 8, 3, 3], 'bottom')]).toEqual([0, 0, 0.5, 0.5])
  })

  test('weights add up to the group size, and discrimination does not depend on order', () => {
    const people = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 8 })),
      { minLength: 1 },
    )
    fc.assert(
      fc.property(people, (people) => {
        const value = (list: typeof people) =>
          discrimination(
            list.map(([x]) => x),
            list.map(([, t]) => t),
            5,
          )!
        const weight = groupWeights(
          people.map(([, t]) => t),
          'top',
        ).reduce((a, b) => a + b, 0)
        expect(weight).toBeCloseTo(groupSize(people.length), 9)
        expect(value([...people].reverse())).toBeCloseTo(value(people), 9)
        expect(Math.abs(value(people))).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})

describe('DR 11 options', () => {
  const answers = [['A'], ['A'], ['B'], ['A', 'B'], [], ['C']]
  const analysis = analyseOptions(answers, [10, 9, 8, 7, 2, 9], ['A', 'B', 'C', 'D'], ['B'])

  test('are counted, with mean total', () => {
    expect(analysis.rows.map(({ count }) => count)).toEqual([3, 2, 1, 0])
    expect(analysis).toMatchObject({ n: 6, blank: 1, multi: 1 })
    expect([round(analysis.rows[0]!.meanTotal), analysis.rows[3]!.meanTotal]).toEqual([
      8.6667,
      null,
    ])
  })

  test('what is odd is flagged', () => {
    expect(analysis.flags).toContainEqual({ flag: 'distractor_beats_key_at_top', option: 'A' })
    expect(analysis.flags).toContainEqual({ flag: 'distractor_r_positive', option: 'A' })
    expect(analyseOptions([['A'], ['B']], [1, 9], ['A', 'B'], ['A']).flags).toContainEqual({
      flag: 'key_r_not_positive',
      option: 'A',
    })
  })

  test('of nobody are empty', () => {
    expect(analyseOptions([], [], ['A'], ['A']).rows[0]).toMatchObject({ count: 0, r: null })
  })
})

describe('DR 12 standard scores', () => {
  const reference = referenceOf(totals)!
  test('are those of the rules', () => {
    expect(totals.map((total) => round(zScore(total, reference)))).toEqual([
      1.4368, 1.1375, 0.8382, 0.5388, 0.2395, -0.0599, -0.3592, -0.6586, -1.2572, -1.8559,
    ])
    expect([12, 1].map((total) => round(tScore(zScore(total, reference)), 2))).toEqual([
      64.37, 31.44,
    ])
  })

  test('are zero where nobody differs, and clipped only for display', () => {
    expect(zScore(5, { mean: 5, sd: 0 })).toBe(0)
    expect([tScore(6), shownTScore(6), shownTScore(-6), hundredScore(1)]).toEqual([
      110, 100, 0, 600,
    ])
    expect(
      compositeZ([
        { z: 1, weight: 0.5 },
        { z: -1, weight: 0.25 },
      ]),
    ).toBe(0.25)
  })
})
