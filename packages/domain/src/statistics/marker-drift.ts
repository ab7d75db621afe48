import type { Milli } from '../milli.ts'
import { DEFAULT_MARKER_LIMITS, type MarkerLimits } from './marker-limits.ts'
import { correlation, meanOf, sdOf, varianceOf } from './moments.ts'
import { isNotable, partnersBearOutChange } from './partner-difference.ts'

/** A reading's score minus the mean of what all markers gave in that hour. */
interface Deviation {
  /** Milliseconds since 1970. */
  at: number
  milli: number
  /** The same reading's score minus that of the paper's other reader; null where nobody else read it. */
  againstPartnerMilli: number | null
}

export interface Drift {
  /** Mean of the second half of the readings minus that of the first. */
  deltaMilli: number
  /** Standard error of that difference. */
  errorMilli: number
  /** Least squares; null where the readings lie less than `LEAST_DRIFT_HOURS` apart. */
  slopeMilliPerHour: number | null
  /** The halves lie more than two standard errors and more than 5 % of the full mark apart. */
  isNotable: boolean
  /**
   * And so against the other readers of the same papers where enough were read twice to say; elsewhere the
   * slope has to be more than three standard errors.
   */
  isFlagged: boolean
  /** Whether the other readers of papers that were read twice say that it is, or is not, the marker's own. */
  hasPartners: boolean
}

/**
 * From the first reading to the last, before a change an hour is told. The pool's means are taken hour by hour;
 * within less, a slope only tells which papers came, and an hour of it was never seen.
 */
export const LEAST_DRIFT_HOURS = 1

const LEAST_READINGS = 20
const HOUR_MS = 3_600_000

/**
 * Whether a marker gives more or less as time goes on, against what all give at the same time.
 *
 * Two standard errors alone are passed by one good marker in twenty, and by more of them when many are
 * looked at all day; hence the size that matters, and the other readers. Where there are none, papers that
 * happen to become better look like a marker who becomes milder, and only a surer trend is told. What is
 * notable and not flagged is shown as such beside the figure, without a warning.
 *
 * @returns null below twenty readings
 * @source domain rules 8 (drift)
 */
export function driftOf(
  deviations: readonly Deviation[],
  fullMilli: Milli,
  limits: MarkerLimits = DEFAULT_MARKER_LIMITS,
): Drift | null {
  if (deviations.length < LEAST_READINGS) return null
  const inOrder = deviations.toSorted((a, b) => a.at - b.at)
  const scores = inOrder.map(({ milli }) => milli)
  const half = Math.floor(scores.length / 2)
  const [first, second] = [scores.slice(0, half), scores.slice(half)]
  const deltaMilli = (meanOf(second) ?? 0) - (meanOf(first) ?? 0)
  const errorMilli = Math.sqrt(
    (varianceOf(first, 'sample') ?? 0) / first.length +
      (varianceOf(second, 'sample') ?? 0) / second.length,
  )
  const hours = inOrder.map(({ at }) => at / HOUR_MS)
  const spanHours = (hours.at(-1) ?? 0) - (hours[0] ?? 0)
  const r = correlation(hours, scores)
  const againstPartners = inOrder.flatMap(({ againstPartnerMilli }) => againstPartnerMilli ?? [])
  const notable = isNotable(deltaMilli, errorMilli, fullMilli, limits)
  const borneOut = partnersBearOutChange(deltaMilli, againstPartners, fullMilli, limits)
  return {
    deltaMilli,
    errorMilli,
    slopeMilliPerHour:
      spanHours < LEAST_DRIFT_HOURS
        ? null
        : r === null
          ? 0
          : (r * (sdOf(scores) ?? 0)) / (sdOf(hours) ?? 1),
    isNotable: notable,
    hasPartners: borneOut !== null,
    isFlagged:
      notable &&
      (borneOut ??
        (limits.loneErrors <= limits.errors ||
          errorsOfSlope(r ?? 0, scores.length) > limits.loneErrors)),
  }
}

/** How many standard errors a least squares slope lies from none, by the correlation of `n` pairs. */
const errorsOfSlope = (r: number, n: number): number =>
  Math.abs(r) * Math.sqrt((n - 2) / Math.max(1e-12, 1 - r * r))
