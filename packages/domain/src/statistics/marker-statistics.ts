import { MILLI_PER_POINT } from '../milli.ts'
import type { Milli } from '../milli.ts'
import type { Fraction } from './agreement.ts'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from './marker-limits.ts'
import { meanOf, medianOf, quantileOf, sdOf } from './moments.ts'
import { errorOfMean, isNotable, LEAST_PAIRS, partnersBearOut } from './partner-difference.ts'

/** One reading of R1 to R3 that stands, with what became of its unit. */
export interface MarkerReading {
  scoreMilli: Milli
  /** Time with the paper in use; null where nobody measured it. */
  activeMs: number | null
  /** Final mark of the unit; null while open, and where it is this very reading's. */
  finalMilli: Milli | null
  /** The other of the first two readings; null in single marking and while it is missing. */
  partnerMilli: Milli | null
  wentToThird: boolean
  wentToArbitration: boolean
  /** Did the final mark come from combined readings or a pair, and was this one of them? */
  combined: 'used' | 'not_used' | null
  /** By which the paper is settled: its block's, or that of its own second reading. */
  toleranceMilli: Milli
}

/** All readings of the block, the marker's own included. */
export interface ReadingPool {
  meanMilli: number | null
  medianMs: number | null
}

/** 20 and above is shown, below 50 in grey, below 20 not at all. @source domain rules 8 */
export type Evidence = 'hidden' | 'grey' | 'shown'

export const evidenceOf = (n: number): Evidence => (n < 20 ? 'hidden' : n < 50 ? 'grey' : 'shown')

/** What is known of the block. */
export interface MarkedBlock {
  fullMilli: Milli
  /** Smallest step of its points. */
  stepMilli: Milli
  /** Everybody gets papers at random, so that means can be compared. */
  isRandom: boolean
}

export interface MarkerStatistics {
  n: number
  evidence: Evidence
  meanMilli: number | null
  sdMilli: number | null
  /** Own mean minus the pool's, and its standard error. */
  severityMilli: number | null
  severityErrorMilli: number | null
  /** More than two standard errors and more than 5 % of the full mark. */
  isSeverityNotable: boolean
  /**
   * And so against the other readers of the same papers where enough were read twice; they alone can say it
   * where papers are not given out at random.
   */
  severityFlag: boolean
  /** Mean of own scores minus what others made of the same papers, over `biasCount` of them. */
  biasMilli: number | null
  biasErrorMilli: number | null
  biasCount: number
  medianMs: number | null
  p10Ms: number | null
  p90Ms: number | null
  fastOutliers: Fraction
  consistency: Fraction
  partnerAgreement: Fraction
  /** Equal to the other reader's, and no more than one step from it. */
  exactAgreement: Fraction
  stepAgreement: Fraction
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
  block: MarkedBlock,
  limits: MarkerLimits = DEFAULT_MARKER_LIMITS,
): MarkerStatistics {
  const scores = readings.map(({ scoreMilli }) => scoreMilli)
  const times = readings.flatMap(({ activeMs }) => activeMs ?? [])
  const n = readings.length
  const meanMilli = meanOf(scores)
  const sdMilli = sdOf(scores)
  const severityMilli =
    meanMilli === null || pool.meanMilli === null ? null : meanMilli - pool.meanMilli
  const severityErrorMilli = sdMilli === null ? null : sdMilli / Math.sqrt(n)
  const isSeverityNotable = isNotable(
    severityMilli ?? 0,
    severityErrorMilli ?? Infinity,
    block.fullMilli,
    limits,
  )
  const againstPartners = readings.flatMap(({ scoreMilli, partnerMilli }) =>
    partnerMilli === null ? [] : scoreMilli - partnerMilli,
  )
  const biases = readings.flatMap((reading) => {
    const others = judgementOfOthers(reading)
    return others === null ? [] : reading.scoreMilli - others
  })
  return {
    n,
    evidence: evidenceOf(n),
    meanMilli,
    sdMilli,
    severityMilli,
    severityErrorMilli,
    isSeverityNotable,
    severityFlag:
      isSeverityNotable &&
      (block.isRandom || againstPartners.length >= LEAST_PAIRS) &&
      partnersBearOut(severityMilli ?? 0, againstPartners, block.fullMilli, limits),
    biasMilli: meanOf(biases),
    biasErrorMilli: biases.length < 2 ? null : errorOfMean(biases),
    biasCount: biases.length,
    medianMs: medianOf(times),
    p10Ms: quantileOf(times, 0.1),
    p90Ms: quantileOf(times, 0.9),
    fastOutliers: share(times, (activeMs) => activeMs < fastLimitMs(pool.medianMs)),
    ...agreements(readings, block),
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

/**
 * What others made of the paper: its final mark, and where that is the mean of this and another reading,
 * the other reading. Null where nobody else has read it.
 */
function judgementOfOthers({
  finalMilli,
  partnerMilli,
  combined,
  wentToThird,
}: MarkerReading): Milli | null {
  if (finalMilli === null) return null
  return combined === 'used' && !wentToThird && partnerMilli !== null ? partnerMilli : finalMilli
}

/**
 * Share of equal scores that two readers of a question are expected to reach, percent; null where no
 * convention says one.
 *
 * @source domain rules 8 (agreement with partner; targets of NAEP)
 */
export function exactAgreementTarget(fullMilli: Milli): number | null {
  const points = fullMilli / MILLI_PER_POINT
  return { 2: 85, 3: 80, 4: 75, 5: 75, 6: 60 }[points] ?? null
}

function agreements(readings: readonly MarkerReading[], { stepMilli }: MarkedBlock) {
  const apart = (other: (reading: MarkerReading) => Milli | null) =>
    readings.flatMap((reading) => {
      const score = other(reading)
      if (score === null) return []
      return { gapMilli: Math.abs(reading.scoreMilli - score), reading }
    })
  const isWithin = ({ gapMilli, reading }: { gapMilli: Milli; reading: MarkerReading }) =>
    gapMilli <= reading.toleranceMilli
  const pairs = apart(({ partnerMilli }) => partnerMilli)
  // An arbitrated unit says that the reading was no use, unless it lay close to the arbitrator's.
  const judged = readings.filter(
    ({ combined, wentToArbitration, finalMilli }) =>
      combined !== null || (wentToArbitration && finalMilli !== null),
  )
  return {
    consistency: share(
      apart(({ finalMilli }) => finalMilli),
      isWithin,
    ),
    partnerAgreement: share(pairs, isWithin),
    exactAgreement: share(pairs, ({ gapMilli }) => gapMilli === 0),
    stepAgreement: share(pairs, ({ gapMilli }) => gapMilli <= stepMilli),
    validReviews: share(judged, ({ combined, scoreMilli, finalMilli, toleranceMilli }) =>
      combined === null
        ? Math.abs(scoreMilli - (finalMilli ?? Infinity)) <= toleranceMilli
        : combined === 'used',
    ),
  }
}
