import type { MarkerProgressRow } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AUTOMATION_SIGNALS,
  type InputSign,
  type MarkerReading,
  markerStatistics,
  meanOf,
  medianOf,
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
} from '../marking/index.ts'
import { isoNow } from '../../clock.ts'
import { selectCheckProgress } from './check-progress.query.ts'
import { hourCounts } from './hours.ts'
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

/** One row for each person of a block; only the own one with `onlyUser`. */
export async function markerRows(
  services: Services,
  db: Db,
  blockId: number,
  onlyUser: number | null,
): Promise<MarkerRow[]> {
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
  const judge = judgeOf(readings, await selectEscalated(db, blockId), {
    ...rules.block,
    step_milli: Math.min(rules.block.full_milli, ...steps),
  })
  const checks = new Map(
    (
      await selectCheckProgress(db, {
        examId: rules.block.exam_id,
        blockId,
        today: isoNow(services.clock),
      })
    ).map((row) => [row.marker_id, row]),
  )
  return persons
    .filter(({ id }) => onlyUser === null || id === onlyUser)
    .map((person) => ({
      block_id: blockId,
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
      self: selfRecords.get(person.id) ?? { num: 0, den: 0 },
      ...judge(person.id, services.clock.now(), {
        seeds: seeds.get(person.id) ?? null,
        page: inputSigns.get(person.id) ?? [],
      }),
    }))
}

function judgeOf(
  readings: readonly StandingReading[],
  escalated: { third: ReadonlySet<number>; arbitration: ReadonlySet<number> },
  block: { full_milli: number; tolerance_milli: number; step_milli: number },
) {
  const byUnit = Map.groupBy(readings, ({ unit_id }) => unit_id)
  const byMarker = Map.groupBy(readings, ({ marker_id }) => marker_id)
  const pool = {
    meanMilli: meanOf(readings.map(({ total_milli }) => total_milli ?? 0)),
    medianMs: medianOf(readings.flatMap(({ active_ms }) => active_ms ?? [])),
  }
  const signs = markerSigns(readings, { fullMilli: block.full_milli, stepMilli: block.step_milli })
  const asReading = (reading: StandingReading): MarkerReading => ({
    scoreMilli: reading.total_milli ?? 0,
    activeMs: reading.active_ms ?? pool.medianMs ?? 0,
    // The only reading of a paper always agrees with its final mark, which says nothing.
    finalMilli: reading.final_source === 'SINGLE' ? null : reading.final_milli,
    partnerMilli: partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
    wentToThird: escalated.third.has(reading.unit_id),
    wentToArbitration: escalated.arbitration.has(reading.unit_id),
    combined: combinedOf(reading),
  })
  return (
    markerId: number,
    now: Date,
    { seeds, page }: { seeds: SeedRecord | null; page: readonly InputSign[] },
  ) => {
    const own = byMarker.get(markerId) ?? []
    const stats = markerStatistics(own.map(asReading), pool, {
      fullMilli: block.full_milli,
      toleranceMilli: block.tolerance_milli,
    })
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
      consistency: stats.consistency,
      third_rate: stats.thirdRate,
      arbitration_rate: stats.arbitrationRate,
      fast_outliers: stats.fastOutliers,
      valid_reviews: stats.validReviews,
      drift_milli: drift?.deltaMilli ?? null,
      drift_error_milli: drift?.errorMilli ?? null,
      ...pairs,
      automation: automation.map((signal) => AUTOMATION_SIGNALS[signal]),
      overrule_count: own.reduce((sum, { rejections }) => sum + rejections, 0),
      last_active: times.at(-1) ?? null,
      hours: hourCounts(times, now).map(({ count }) => count),
      ...trafficLight(stats, drift, automation, seeds),
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
