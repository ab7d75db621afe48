import { describe, expect, test } from 'vitest'
import {
  agreementRate,
  distributionDistance,
  exactAgreement,
  quadraticWeightedKappa,
  standardisedMeanDifference,
} from './agreement.ts'
import { DEFAULT_MARKER_LIMITS } from './marker-limits.ts'
import {
  evidenceOf,
  exactAgreementTarget,
  fastLimitMs,
  markerStatistics,
} from './marker-statistics.ts'
import type { MarkerReading } from './marker-statistics.ts'

const human = [0, 1, 2, 3, 3, 4, 5, 5, 2, 1]
const other = [0, 1, 2, 3, 4, 4, 5, 4, 2, 2]
const pairs = human.map((score, index) => [score, other[index]!] as const)

describe('agreement of the vector', () => {
  test('weighted kappa', () => {
    expect(quadraticWeightedKappa(pairs)?.toFixed(4)).toBe('0.9383')
  })

  test('exact and adjacent', () => {
    expect([exactAgreement(pairs), agreementRate(pairs, 1)]).toEqual([
      { num: 7, den: 10 },
      { num: 10, den: 10 },
    ])
  })

  test('standardised mean difference, population and sample', () => {
    expect(standardisedMeanDifference(pairs)?.toFixed(4)).toBe('0.0642')
    expect(standardisedMeanDifference(pairs, 'sample')?.toFixed(4)).toBe('0.0609')
  })

  test('kappa is null where nothing varies', () => {
    expect(
      quadraticWeightedKappa([
        [2, 2],
        [2, 2],
      ]),
    ).toBeNull()
    expect(quadraticWeightedKappa([])).toBeNull()
    expect(standardisedMeanDifference([[2, 2]])).toBeNull()
  })

  test.for([
    [[1, 1], [1, 1], 0],
    [[1, 1], [2, 2], 1],
    [[1, 2], [1, 1], 0.5],
    [[], [1], null],
  ] as const)('distributions %o and %o lie %o apart', ([own, pool, distance]) => {
    expect(distributionDistance(own, pool)).toBe(distance)
  })
})

const reading = (over: Partial<MarkerReading>): MarkerReading => ({
  scoreMilli: 6000,
  activeMs: 4000,
  finalMilli: 6000,
  partnerMilli: null,
  wentToThird: false,
  wentToArbitration: false,
  combined: 'used',
  toleranceMilli: 1000,
  ...over,
})

describe('statistics of a marker', () => {
  const block = { fullMilli: 10_000, stepMilli: 500, isRandom: true }
  const statistics = markerStatistics(
    [
      reading({
        scoreMilli: 4000,
        activeMs: 900,
        finalMilli: 6000,
        partnerMilli: 7000,
        wentToThird: true,
        combined: 'not_used',
      }),
      reading({ scoreMilli: 6000, partnerMilli: 6500, finalMilli: 6250 }),
      reading({
        scoreMilli: 8000,
        activeMs: 60_000,
        finalMilli: 7500,
        partnerMilli: 4000,
        wentToArbitration: true,
        combined: null,
      }),
      reading({ finalMilli: null, combined: null }),
    ],
    { meanMilli: 7000, medianMs: 5000 },
    block,
  )

  test('mean, spread and severity', () => {
    expect([statistics.meanMilli, statistics.severityMilli]).toEqual([6000, -1000])
    expect(statistics.sdMilli?.toFixed(2)).toBe('1414.21')
    expect(statistics.severityErrorMilli?.toFixed(2)).toBe('707.11')
    expect(statistics.severityFlag).toBe(false)
  })

  test('time is a median, so that a pause does not ruin it', () => {
    expect([statistics.medianMs, statistics.fastOutliers]).toEqual([4000, { num: 1, den: 4 }])
    expect([fastLimitMs(null), fastLimitMs(8000)]).toEqual([1000, 2000])
  })

  test('agreement, valid reviews, third and arbitration rates', () => {
    expect(statistics).toMatchObject({
      consistency: { num: 2, den: 3 },
      partnerAgreement: { num: 1, den: 3 },
      exactAgreement: { num: 0, den: 3 },
      stepAgreement: { num: 1, den: 3 },
      validReviews: { num: 2, den: 3 },
      thirdRate: { num: 1, den: 4 },
      arbitrationRate: { num: 1, den: 4 },
    })
  })

  test('every paper is judged by the tolerance that it is settled by', () => {
    const pairs = [0, 1000, 3000].map((toleranceMilli) =>
      reading({ scoreMilli: 6000, partnerMilli: 8000, finalMilli: 7000, toleranceMilli }),
    )
    // One point from the final mark, two from the other reader.
    expect(markerStatistics(pairs, { meanMilli: 6000, medianMs: null }, block)).toMatchObject({
      consistency: { num: 2, den: 3 },
      partnerAgreement: { num: 1, den: 3 },
      exactAgreement: { num: 0, den: 3 },
      stepAgreement: { num: 0, den: 3 },
    })
    const arbitrated = [0, 2000].map((toleranceMilli) =>
      reading({
        scoreMilli: 6000,
        finalMilli: 8000,
        wentToArbitration: true,
        combined: null,
        toleranceMilli,
      }),
    )
    expect(
      markerStatistics(arbitrated, { meanMilli: 6000, medianMs: null }, block).validReviews,
    ).toEqual({ num: 1, den: 2 })
  })

  test('bias is against the other reader where two were combined, and against the final mark elsewhere', () => {
    // 4000 against the final 6000 of a pair; 6000 against the other's 6500; 8000 against the arbitrator's 7500.
    expect([statistics.biasCount, statistics.biasMilli]).toEqual([3, (-2000 - 500 + 500) / 3])
    // Sample variance of -2000, -500 and 500, over three.
    expect(statistics.biasErrorMilli?.toFixed(2)).toBe('726.48')
  })

  test('who is alone with a paper has no bias to anybody', () => {
    const alone = markerStatistics(
      [reading({ finalMilli: null, combined: null })],
      { meanMilli: 6000, medianMs: null },
      block,
    )
    expect([alone.biasCount, alone.biasMilli, alone.biasErrorMilli]).toEqual([0, null, null])
  })

  test('a reading that nobody timed says nothing about speed', () => {
    const timed = markerStatistics(
      [reading({ activeMs: null }), reading({ activeMs: 900 }), reading({ activeMs: 5000 })],
      { meanMilli: 6000, medianMs: 5000 },
      block,
    )
    expect([timed.n, timed.medianMs, timed.fastOutliers]).toEqual([3, 2950, { num: 1, den: 2 }])
  })

  test('a lenient marker is flagged only with evidence and size', () => {
    const many = Array.from({ length: 100 }, (_, index) =>
      reading({ scoreMilli: index % 2 ? 7000 : 8000 }),
    )
    expect(markerStatistics(many, { meanMilli: 6500, medianMs: null }, block).severityFlag).toBe(
      true,
    )
    expect(markerStatistics(many, { meanMilli: 7200, medianMs: null }, block).severityFlag).toBe(
      false,
    )
  })

  test('nobody has no statistics', () => {
    expect(markerStatistics([], { meanMilli: null, medianMs: null }, block)).toMatchObject({
      n: 0,
      meanMilli: null,
      medianMs: null,
      severityFlag: false,
    })
  })

  test('few readings are hidden or grey', () => {
    expect([19, 20, 49, 50].map(evidenceOf)).toEqual(['hidden', 'grey', 'grey', 'shown'])
  })
})

test('who got better papers than the pool, and so did their other readers, is not lenient', () => {
  const block = { fullMilli: 10_000, stepMilli: 500, isRandom: true }
  const pool = { meanMilli: 5000, medianMs: 4000 }
  const waver = (index: number) => (index % 2 === 0 ? 500 : -500)
  const flagged = (partnerMilli: number | null) =>
    markerStatistics(
      Array.from({ length: 40 }, (_, index) =>
        reading({ scoreMilli: 6500 + waver(index), partnerMilli }),
      ),
      pool,
      block,
    ).severityFlag
  expect([flagged(null), flagged(5500), flagged(6500)]).toEqual([true, true, false])
})

test('where papers are not given out at random, only other readers can say who is lenient', () => {
  const block = { fullMilli: 10_000, stepMilli: 500, isRandom: false }
  const waver = (index: number) => (index % 2 === 0 ? 500 : -500)
  const judged = (partnerMilli: number | null) => {
    const readings = Array.from({ length: 40 }, (_, index) =>
      reading({ scoreMilli: 6500 + waver(index), partnerMilli }),
    )
    return markerStatistics(readings, { meanMilli: 5000, medianMs: 4000 }, block)
  }
  expect([judged(null).isSeverityNotable, judged(null).severityFlag]).toEqual([true, false])
  expect(judged(5500).severityFlag).toBe(true)
})

test('an exam may ask for more before a marker is flagged', () => {
  const block = { fullMilli: 10_000, stepMilli: 500, isRandom: true }
  const readings = Array.from({ length: 40 }, () => reading({ scoreMilli: 6500 }))
  const flagged = (sharePercent: number) =>
    markerStatistics(readings, { meanMilli: 5500, medianMs: null }, block, {
      ...DEFAULT_MARKER_LIMITS,
      sharePercent,
    }).severityFlag
  expect([flagged(9), flagged(10)]).toEqual([true, false])
})

test.for([
  [2000, 85],
  [3000, 80],
  [4000, 75],
  [5000, 75],
  [6000, 60],
  [7000, null],
  [2500, null],
] as const)(
  'two readers of a question of %i are expected to agree exactly in %o percent',
  ([full, percent]) => {
    expect(exactAgreementTarget(full)).toBe(percent)
  },
)
