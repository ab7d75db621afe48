import { describe, expect, test } from 'vitest'
import {
  agreementRate,
  distributionDistance,
  exactAgreement,
  quadraticWeightedKappa,
  standardisedMeanDifference,
} from './agreement.ts'
import { evidenceOf, fastLimitMs, markerStatistics } from './marker-statistics.ts'
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
  ...over,
})

describe('statistics of a marker', () => {
  const block = { fullMilli: 10_000, toleranceMilli: 1000 }
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
      validReviews: { num: 2, den: 3 },
      thirdRate: { num: 1, den: 4 },
      arbitrationRate: { num: 1, den: 4 },
    })
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
  const block = { fullMilli: 10_000, toleranceMilli: 1000 }
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
