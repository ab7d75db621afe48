import type { MarkerProgressRow } from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import {
  exactAgreementTarget,
  type InputSign,
  type MarkedBlock,
  type MarkerLimits,
  type MarkerReading,
  markerStatistics,
  meanOf,
  medianOf,
  type Milli,
} from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import {
  allocationOf,
  selectBlockRules,
  type SeedRecord,
  selectInputSigns,
  selectSeedRecords,
  selectSelfRecords,
  settleToleranceOf,
} from '../marking/index.ts'
import { isoNow } from '../../clock.ts'
import { selectCheckProgress } from './check-progress.query.ts'
import { countLastHour, hourCounts } from './hours.ts'
import { KeptResults } from './kept-results.ts'
import { selectMarkerLimits } from './marker-limits.query.ts'
import { markerSigns } from './marker-signs.ts'
import {
  selectEscalated,
  selectLeaders,
  selectStandingReadings,
  type StandingReading,
} from './marker.query.ts'
import { trafficLight } from './traffic-light.ts'

export type MarkerRow = Static<typeof MarkerProgressRow>

/** What a marker's row shows beside the judgement of the work. */
interface Person {
  id: number
  name: string
  duty: string
  suspended: boolean
  done: number
  thirdDone: number
  target: number | null
  claimed: number
}

const kept = new WeakMap<Database, KeptResults<MarkerRow[]>>()

/** One row for each person of a block; only the own one with `onlyUser`. */
export async function markerRows(
  services: Services,
  blockId: number,
  onlyUser: number | null,
): Promise<MarkerRow[]> {
  const ofServer = kept.get(services.db) ?? new KeptResults<MarkerRow[]>()
  kept.set(services.db, ofServer)
  const rows = await ofServer.of(blockId, services.clock.now().getTime(), () =>
    takeRows(services, blockId),
  )
  return rows.filter(({ marker_id }) => onlyUser === null || marker_id === onlyUser)
}

async function takeRows(services: Services, blockId: number) {
  const { db } = services
  const rules = await selectBlockRules(db, blockId)
  const { people } = await allocationOf(db, rules)
  const persons: Person[] = people.map(({ userId, name, suspended, work, target }) => ({
    id: userId,
    name,
    duty: 'marker',
    suspended,
    done: work.done,
    thirdDone: work.thirdDone,
    target,
    claimed: work.claimed,
  }))
  for (const leader of await selectLeaders(db, blockId))
    if (!persons.some(({ id }) => id === leader.user_id))
      persons.push({
        id: leader.user_id,
        name: leader.name,
        duty: 'leader',
        suspended: leader.suspended_at !== null,
        done: 0,
        thirdDone: 0,
        target: null,
        claimed: 0,
      })
  const readings = await selectStandingReadings(db, blockId)
  const seeds =
    rules.block.has_seeds === 1
      ? await selectSeedRecords(db, blockId)
      : new Map<number, SeedRecord>()
  const inputSigns = await selectInputSigns(db, blockId)
  const selfRecords = await selectSelfRecords(db, blockId)
  const steps = rules.points.map(({ stepMilli }) => stepMilli)
  const judge = judgeOf(
    readings,
    await selectEscalated(db, blockId),
    {
      fullMilli: rules.block.full_milli,
      stepMilli: Math.min(rules.block.full_milli, ...steps),
      // Who reads only some schools meets other papers than the block's.
      isRandom: rules.settings.scope === 'mixed',
    },
    (reading) => settleToleranceOf(reading, rules.block),
    await selectMarkerLimits(db, rules.block.exam_id),
  )
  const checks = new Map(
    (
      await selectCheckProgress(db, {
        examId: rules.block.exam_id,
        blockId,
        today: isoNow(services.clock),
      })
    ).map((row) => [row.marker_id, row]),
  )
  const result = persons.map((person): MarkerRow => ({
    block_id: blockId,
    full_milli: rules.block.full_milli,
    block_name: rules.block.name,
    marker_id: person.id,
    name: person.name,
    duty: person.duty,
    suspended: person.suspended,
    done: person.done,
    third_done: person.thirdDone,
    target: person.target,
    claimed: person.claimed,
    rejection: {
      num: checks.get(person.id)?.rejected ?? 0,
      den: checks.get(person.id)?.checked ?? 0,
    },
    seeds: {
      num: seeds.get(person.id)?.passed ?? 0,
      den: (seeds.get(person.id)?.passed ?? 0) + (seeds.get(person.id)?.failed ?? 0),
    },
    seed_state: seeds.get(person.id)?.state ?? null,
    self: selfRecords.get(person.id) ?? { num: 0, den: 0 },
    ...judge(person.id, services.clock.now(), {
      seeds: seeds.get(person.id) ?? null,
      page: inputSigns.get(person.id) ?? [],
    }),
  }))
  return { result, readings: readings.length }
}

function judgeOf(
  readings: readonly StandingReading[],
  escalated: { third: ReadonlySet<number>; arbitration: ReadonlySet<number> },
  block: MarkedBlock,
  toleranceOf: (reading: StandingReading) => Milli,
  limits: MarkerLimits,
) {
  const byUnit = Map.groupBy(readings, ({ unit_id }) => unit_id)
  const byMarker = Map.groupBy(readings, ({ marker_id }) => marker_id)
  const pool = {
    meanMilli: meanOf(readings.map(({ total_milli }) => total_milli ?? 0)),
    medianMs: medianOf(readings.flatMap(({ active_ms }) => active_ms ?? [])),
  }
  const signs = markerSigns(readings, block, limits)
  const asReading = (reading: StandingReading): MarkerReading => ({
    scoreMilli: reading.total_milli ?? 0,
    activeMs: reading.active_ms,
    // The only reading of a paper always agrees with its final mark, which says nothing.
    finalMilli: reading.final_source === 'SINGLE' ? null : reading.final_milli,
    partnerMilli: partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
    wentToThird: escalated.third.has(reading.unit_id),
    wentToArbitration: escalated.arbitration.has(reading.unit_id),
    combined: combinedOf(reading),
    toleranceMilli: toleranceOf(reading),
  })
  return (
    markerId: number,
    now: Date,
    { seeds, page }: { seeds: SeedRecord | null; page: readonly InputSign[] },
  ) => {
    const own = byMarker.get(markerId) ?? []
    const stats = markerStatistics(own.map(asReading), pool, block, limits)
    const { drift, automation, pairs } = signs(
      own,
      (reading) => partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
      page,
    )
    const times = own.flatMap(({ submitted_at }) => submitted_at ?? []).toSorted()
    return {
      n: stats.n,
      mean_milli: stats.meanMilli,
      sd_milli: stats.sdMilli,
      severity_milli: stats.severityMilli,
      severity_error_milli: stats.severityErrorMilli,
      median_ms: stats.medianMs,
      p10_ms: stats.p10Ms,
      p90_ms: stats.p90Ms,
      agreement: stats.partnerAgreement,
      exact_agreement: stats.exactAgreement,
      step_agreement: stats.stepAgreement,
      exact_target: exactAgreementTarget(block.fullMilli),
      consistency: stats.consistency,
      bias_milli: stats.biasMilli,
      bias_error_milli: stats.biasErrorMilli,
      bias_count: stats.biasCount,
      third_rate: stats.thirdRate,
      arbitration_rate: stats.arbitrationRate,
      fast_outliers: stats.fastOutliers,
      valid_reviews: stats.validReviews,
      drift_milli: drift?.deltaMilli ?? null,
      drift_error_milli: drift?.errorMilli ?? null,
      drift_per_hour_milli: drift?.slopeMilliPerHour ?? null,
      ...pairs,
      automation: automation.map(({ text }) => text),
      overrule_count: own.reduce((sum, { rejections }) => sum + rejections, 0),
      last_active: times.at(-1) ?? null,
      hours: hourCounts(times, now).map(({ count }) => count),
      last_hour: countLastHour(times, now),
      ...trafficLight({
        stats,
        drift,
        automation: automation.map(({ signal }) => signal),
        seeds,
        limits,
        isRandom: block.isRandom,
      }),
    }
  }
}

/** The other of the first two readings. */
function partnerOf(reading: StandingReading, ofUnit: readonly StandingReading[]): number | null {
  const other = reading.role === 'R1' ? 'R2' : reading.role === 'R2' ? 'R1' : null
  return ofUnit.find(({ role }) => role === other)?.total_milli ?? null
}

/** Whether the final mark was made of this reading; null where it was not made of readings. */
function combinedOf({ role, final_source, facts }: StandingReading): MarkerReading['combined'] {
  if (final_source === 'COMBINED') return 'used'
  if (final_source !== 'PAIR') return null
  const { final } = JSON.parse(facts) as { final?: { combined?: number[] } | null }
  const place = ['R1', 'R2', 'R3'].indexOf(role)
  return final?.combined?.includes(place) ? 'used' : 'not_used'
}
