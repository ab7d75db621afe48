import {
  type AutomationEvidence,
  automationEvidence,
  type Drift,
  driftOf,
  type InputSign,
  type MarkerLimits,
  meanOf,
  pairAgreement,
} from '@hengjuan/domain'
import type { StandingReading } from './marker.query.ts'

const HOUR_MS = 3_600_000

interface Timed {
  reading: StandingReading
  at: number
  hour: number
  scoreMilli: number
}

const timed = (readings: readonly StandingReading[]): Timed[] =>
  readings.flatMap((reading) => {
    const { submitted_at, total_milli } = reading
    if (submitted_at === null || total_milli === null) return []
    const at = Date.parse(submitted_at)
    return { reading, at, hour: Math.floor(at / HOUR_MS), scoreMilli: total_milli }
  })

/**
 * What else is seen of a marker beside rates: a change over time, agreement with the other reader beyond
 * chance, and signs of a program.
 *
 * @param readings all of the block, from which the pool is taken
 */
export function markerSigns(
  readings: readonly StandingReading[],
  block: { fullMilli: number; stepMilli: number },
  limits: MarkerLimits,
) {
  const pool = timed(readings)
  const poolScores = pool.map(({ scoreMilli }) => scoreMilli)
  const meanOfHour = new Map(
    [...Map.groupBy(pool, ({ hour }) => hour)].map(([hour, rows]) => [
      hour,
      meanOf(rows.map(({ scoreMilli }) => scoreMilli)) ?? 0,
    ]),
  )
  return (
    own: readonly StandingReading[],
    partnerOf: (reading: StandingReading) => number | null,
    page: readonly InputSign[] = [],
    elsewhere: readonly number[] = [],
  ): { drift: Drift | null; automation: AutomationEvidence[]; pairs: PairFigures } => {
    const scores = timed(own)
    const pairs = own.flatMap((reading): [number, number][] => {
      const partner = partnerOf(reading)
      return partner === null ? [] : [[partner, reading.total_milli ?? 0]]
    })
    const { n, qwk, smd, bandMilli } = pairAgreement(pairs, block)
    return {
      drift: driftOf(
        scores.map(({ reading, at, hour, scoreMilli }) => {
          const partner = partnerOf(reading)
          return {
            at,
            milli: scoreMilli - (meanOfHour.get(hour) ?? 0),
            againstPartnerMilli: partner === null ? null : scoreMilli - partner,
          }
        }),
        block.fullMilli,
        limits,
      ),
      automation: automationEvidence(scores, poolScores, { page, elsewhere }),
      pairs: { pair_count: n, qwk, smd, qwk_band_milli: bandMilli },
    }
  }
}

interface PairFigures {
  pair_count: number
  qwk: number | null
  smd: number | null
  qwk_band_milli: number | null
}
