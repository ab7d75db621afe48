import type { Milli } from '../milli.ts'

/**
 * Rate thresholds in percent of the full mark. They overlap on purpose: good includes excellent.
 *
 * @source specification, section 9; domain rules 10
 */
export const RATE_THRESHOLDS = {
  excellent: { label: '优秀率', from: 90, below: null },
  good: { label: '良好率（含优秀）', from: 80, below: null },
  pass: { label: '及格率', from: 60, below: null },
  /** 30 % itself is not low, unless set otherwise. */
  low: { label: '低分率', from: 0, below: 30 },
} as const

export type Rate = keyof typeof RATE_THRESHOLDS

export type RateThresholds = Readonly<Record<Rate, number>>

export const DEFAULT_RATE_THRESHOLDS: RateThresholds = {
  excellent: 90,
  good: 80,
  pass: 60,
  low: 30,
}

/**
 * Whether a score belongs to a class, compared on integers.
 *
 * @param fullMilli above 0
 */
export function isInRate(
  rate: Rate,
  scoreMilli: Milli,
  fullMilli: Milli,
  thresholds: RateThresholds = DEFAULT_RATE_THRESHOLDS,
  lowInclusive = false,
): boolean {
  const difference = scoreMilli * 100 - thresholds[rate] * fullMilli
  if (rate !== 'low') return difference >= 0
  return difference < 0 || (lowInclusive && difference === 0)
}

/** How many of the scores belong to each class; divide by the denominator that the report names. */
export function countRates(
  scoresMilli: readonly Milli[],
  fullMilli: Milli,
  thresholds: RateThresholds = DEFAULT_RATE_THRESHOLDS,
  lowInclusive = false,
): Record<Rate, number> {
  const count = (rate: Rate) =>
    scoresMilli.filter((score) => isInRate(rate, score, fullMilli, thresholds, lowInclusive)).length
  return {
    excellent: count('excellent'),
    good: count('good'),
    pass: count('pass'),
    low: count('low'),
  }
}

/** What a rate is divided by: 实考 (present) or 应考 (registered). Printed on every table. */
export type RateDenominator = 'present' | 'registered'

export const RATE_DENOMINATORS: Record<RateDenominator, string> = {
  present: '实考人数',
  registered: '应考人数',
}
