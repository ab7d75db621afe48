import type { Milli } from '../milli.ts'
import { agreementRate } from './agreement.ts'
import type { Fraction } from './agreement.ts'
import { meanOf, medianOf, quantileOf, sdOf } from './moments.ts'
import { isNotable, partnersBearOut } from './partner-difference.ts'

/** One reading of R1 to R3 that stands, with what became of its unit. */
export interface MarkerReading {
  scoreMilli: Milli
  activeMs: number
  /** Final mark of the unit; null while open. */
  finalMilli: Milli | null
  /** The other of the first two readings; null in single marking and while it is missing. */
  partnerMilli: Milli | null
  wentToThird: boolean
  wentToArbitration: boolean
  /** Did the final mark come from combined readings or a pair, and was this one of them? */
  combined: 'used' | 'not_used' | null
}

/** All readings of the block, the marker's own included. */
export interface ReadingPool {
  meanMilli: number | null
  medianMs: number | null
}

/** 20 and above is shown, below 50 in grey, below 20 not at all. @source domain rules 8 */
export type Evidence = 'hidden' | 'grey' | 'shown'

export const evidenceOf = (n: number): Evidence => (n < 20 ? 'hidden' : n < 50 ? 'grey' : 'shown')

export interface MarkerStatistics {
  n: number
  evidence: Evidence
  meanMilli: number | null
  sdMilli: number | null
  /** Own mean minus the pool's, and its standard error. */
  severityMilli: number | null
  severityErrorMilli: number | null
  /**
   * More than two standard errors and more than 5 % of the full mark, and so against the other readers of
   * the same papers where enough were read twice.
   */
  severityFlag: boolean
  medianMs: number | null
  p10Ms: number | null
  p90Ms: number | null
  fastOutliers: Fraction
  consistency: Fraction
  partnerAgreement: Fraction
  validReviews: Fraction
  thirdRate: Fraction
  arbitrationRate: Fraction
}

/**
 * What a block leader sees about one marker.
 *
 * @source domain rules 8
 */
export function markerStatistics(
  readings: readonly MarkerReading[],
  pool: ReadingPool,
  block: { fullMilli: Milli; toleranceMilli: Milli },
): MarkerStatistics {
  const scores = readings.map(({ scoreMilli }) => scoreMilli)
  const times = readings.map(({ activeMs }) => activeMs)
  const n = readings.length
  const meanMilli = meanOf(scores)
  const sdMilli = sdOf(scores)
  const severityMilli =
    meanMilli === null || pool.meanMilli === null ? null : meanMilli - pool.meanMilli
  const severityErrorMilli = sdMilli === null ? null : sdMilli / Math.sqrt(n)
  return {
    n,
    evidence: evidenceOf(n),
    meanMilli,
    sdMilli,
    severityMilli,
    severityErrorMilli,
    severityFlag:
      isNotable(severityMilli ?? 0, severityErrorMilli ?? Infinity, block.fullMilli) &&
      partnersBearOut(
        severityMilli ?? 0,
        readings.flatMap(({ scoreMilli, partnerMilli }) =>
          partnerMilli === null ? [] : scoreMilli - partnerMilli,
        ),
        block.fullMilli,
      ),
    medianMs: medianOf(times),
    p10Ms: quantileOf(times, 0.1),
    p90Ms: quantileOf(times, 0.9),
    fastOutliers: share(readings, ({ activeMs }) => activeMs < fastLimitMs(pool.medianMs)),
    ...agreements(readings, block.toleranceMilli),
    thirdRate: share(readings, ({ wentToThird }) => wentToThird),
    arbitrationRate: share(readings, ({ wentToArbitration }) => wentToArbitration),
  }
}

/** A reading faster than this is suspicious: a second, or a quarter of the pool's median. */
export const fastLimitMs = (poolMedianMs: number | null): number =>
  Math.max(1000, 0.25 * (poolMedianMs ?? 0))

const share = <T>(items: readonly T[], holds: (item: T) => boolean): Fraction => ({
  num: items.filter(holds).length,
  den: items.length,
})

function agreements(readings: readonly MarkerReading[], toleranceMilli: Milli) {
  const against = (other: (reading: MarkerReading) => Milli | null) =>
    readings.flatMap((reading): [Milli, Milli][] => {
      const score = other(reading)
      return score === null ? [] : [[reading.scoreMilli, score]]
    })
  // An arbitrated unit says that the reading was no use, unless it lay close to the arbitrator's.
  const judged = readings.filter(
    ({ combined, wentToArbitration, finalMilli }) =>
      combined !== null || (wentToArbitration && finalMilli !== null),
  )
  return {
    consistency: agreementRate(
      against(({ finalMilli }) => finalMilli),
      toleranceMilli,
    ),
    partnerAgreement: agreementRate(
      against(({ partnerMilli }) => partnerMilli),
      toleranceMilli,
    ),
    validReviews: share(judged, ({ combined, scoreMilli, finalMilli }) =>
      combined === null
        ? Math.abs(scoreMilli - (finalMilli ?? Infinity)) <= toleranceMilli
        : combined === 'used',
    ),
  }
}
