import type { MarkerProgressRow } from '@hengjuan/contracts'
import type { Database } from '@hengjuan/db'
import {
  AUTOMATION_ALERT,
  exactAgreementTarget,
  type Fraction,
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
  type BlockRules,
  selectBlockRules,
  type SeedRecord,
  selectInputSigns,
  selectSeedRecords,
  selectSelfRecords,
  settleToleranceOf,
} from '../marking/index.ts'
import { beside } from '../../beside/beside.ts'
import { isoNow } from '../../clock.ts'
import { selectChecks } from './check-progress.query.ts'
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

/** What a marker's row shows beside the judgement of the readings. */
interface Person {
  id: number
  name: string
  duty: string
  suspended: boolean
  done: number
  thirdDone: number
  target: number | null
  claimed: number
  seeds: SeedRecord | null
  self: Fraction
  /** Readings that were checked, and those of them that were sent back. */
  checked: number
  rejected: number
}

const kept = new WeakMap<Database, KeptResults<Map<number, Judgement>>>()

/**
 * One row for each person of a block; only the own one with `onlyUser`. Who marks, how much and how their seeds went
 * is as new as it can be; the figures of many readings stand for a while.
 *
 * @param options isOfMany: several blocks are asked for together
 */
export async function markerRows(
  services: Services,
  blockId: number,
  onlyUser: number | null,
  { isOfMany = false }: { isOfMany?: boolean } = {},
): Promise<MarkerRow[]> {
  const ofServer = kept.get(services.db) ?? new KeptResults<Map<number, Judgement>>()
  kept.set(services.db, ofServer)
  const { block, people, stamp } = await takePeople(services, blockId)
  const judgements = await ofServer.of(
    blockId,
    {
      stamp,
      readings: people.reduce((sum, { done, thirdDone }) => sum + done + thirdDone, 0),
      nowMs: services.clock.now().getTime(),
      isOfMany,
    },
    () => takeJudgements(services, blockId),
  )
  return people
    .filter(({ id }) => onlyUser === null || id === onlyUser)
    .map((person) => rowOf(block, person, judgements.get(person.id) ?? null))
}

/** How many of some markers somebody has to look at, by what for. */
export const alertsOf = (rows: readonly MarkerRow[]) => ({
  stopped: rows.filter(({ seed_state }) => seed_state === 'warned' || seed_state === 'suspended')
    .length,
  red: rows.filter(({ light }) => light === 'red').length,
  automatic: rows.filter(({ automation }) => automation.length >= AUTOMATION_ALERT).length,
})

/** What is shown of the block beside everybody. */
interface RowBlock {
  id: number
  name: string
  fullMilli: Milli
  isRandom: boolean
  limits: MarkerLimits
  /** Of nobody's readings. */
  nothing: Judgement
}

function rowOf(block: RowBlock, person: Person, judgement: Judgement | null): MarkerRow {
  const { figures, judged } = judgement ?? block.nothing
  const { seeds } = person
  return {
    block_id: block.id,
    full_milli: block.fullMilli,
    block_name: block.name,
    marker_id: person.id,
    name: person.name,
    duty: person.duty,
    suspended: person.suspended,
    done: person.done,
    third_done: person.thirdDone,
    target: person.target,
    claimed: person.claimed,
    rejection: { num: person.rejected, den: person.checked },
    seeds: { num: seeds?.passed ?? 0, den: (seeds?.passed ?? 0) + (seeds?.failed ?? 0) },
    seed_state: seeds?.state ?? null,
    self: person.self,
    exact_target: exactAgreementTarget(block.fullMilli),
    ...figures,
    ...trafficLight({ ...judged, seeds, limits: block.limits, isRandom: block.isRandom }),
  }
}

/** Everybody of a block, with what is counted or kept of each without looking at their readings. */
export const takePeople = beside(
  import.meta.url,
  'takePeople',
  async ({ db, clock }, blockId: number) => {
    const rules = await selectBlockRules(db, blockId)
    const limits = await selectMarkerLimits(db, rules.block.exam_id)
    const seeds =
      rules.block.has_seeds === 1
        ? await selectSeedRecords(db, blockId)
        : new Map<number, SeedRecord>()
    const self = await selectSelfRecords(db, blockId)
    const today = isoNow(clock)
    const checks = new Map(
      (await selectChecks(db, { examId: rules.block.exam_id, blockId, today })).map((row) => [
        row.marker_id,
        row,
      ]),
    )
    const known = (id: number) => ({
      seeds: seeds.get(id) ?? null,
      self: self.get(id) ?? { num: 0, den: 0 },
      rejected: checks.get(id)?.rejected ?? 0,
      checked: checks.get(id)?.checked ?? 0,
    })
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
      ...known(userId),
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
          ...known(leader.user_id),
        })
    const marked = markedBlockOf(rules)
    const block: RowBlock = {
      id: blockId,
      name: rules.block.name,
      fullMilli: rules.block.full_milli,
      isRandom: marked.isRandom,
      limits,
      nothing: judgeOf([], NOWHERE, marked, () => 0, limits)(0, clock.now(), []),
    }
    return {
      block,
      people: persons,
      stamp: `${rules.block.rules_stamp} ${JSON.stringify(limits)}`,
    }
  },
)

const NOWHERE = { third: new Set<number>(), arbitration: new Set<number>() }

const markedBlockOf = ({ block, points, settings }: BlockRules): MarkedBlock => ({
  fullMilli: block.full_milli,
  stepMilli: Math.min(block.full_milli, ...points.map(({ stepMilli }) => stepMilli)),
  // Who reads only some schools meets other papers than the block's.
  isRandom: settings.scope === 'mixed',
})

/** What the readings of a block say of everybody who gave some, by marker. */
export const takeJudgements = beside(
  import.meta.url,
  'takeJudgements',
  async ({ db, clock }, blockId: number) => {
    const rules = await selectBlockRules(db, blockId)
    const readings = await selectStandingReadings(db, blockId)
    const inputSigns = await selectInputSigns(db, blockId)
    const judge = judgeOf(
      readings,
      await selectEscalated(db, blockId),
      markedBlockOf(rules),
      (reading) => settleToleranceOf(reading, rules.block),
      await selectMarkerLimits(db, rules.block.exam_id),
    )
    const ids = new Set([...readings.map(({ marker_id }) => marker_id), ...inputSigns.keys()])
    const now = clock.now()
    const result = new Map<number, Judgement>()
    for (const id of ids) result.set(id, judge(id, now, inputSigns.get(id) ?? []))
    return result
  },
)

type Judgement = ReturnType<ReturnType<typeof judgeOf>>

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
  return (markerId: number, now: Date, page: readonly InputSign[]) => {
    const own = byMarker.get(markerId) ?? []
    const stats = markerStatistics(own.map(asReading), pool, block, limits)
    const { drift, automation, pairs } = signs(
      own,
      (reading) => partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
      page,
    )
    const times = own.flatMap(({ submitted_at }) => submitted_at ?? []).toSorted()
    const figures = {
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
    }
    return { figures, judged: { stats, drift, automation: automation.map(({ signal }) => signal) } }
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
