import {
  type InputSign,
  type MarkedBlock,
  type MarkerLimits,
  type MarkerReading,
  markerStatistics,
  meanOf,
  medianOf,
  type Milli,
} from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { type BlockRules, selectBlockRules, settleToleranceOf } from '../marking-core/index.ts'
import { selectInputSigns, selectWorkElsewhere } from '../quality/index.ts'
import { countLastHour, hourCounts } from './hours.ts'
import { selectMarkerLimits } from './marker-limits.query.ts'
import { markerSigns } from './marker-signs.ts'
import {
  selectAgreed,
  selectEscalated,
  selectStandingReadings,
  type StandingReading,
} from './marker.query.ts'

const NOWHERE: Elsewhere = { third: new Set(), arbitration: new Set(), agreed: new Set() }

/** What others did with papers, by id of the paper; and readings that a checker agreed with. */
interface Elsewhere {
  third: ReadonlySet<number>
  arbitration: ReadonlySet<number>
  agreed: ReadonlySet<number>
}

/** Of whoever has read nothing. */
export const judgementOfNothing = (
  block: MarkedBlock,
  limits: MarkerLimits,
  now: Date,
): Judgement => judgeOf([], NOWHERE, block, () => 0, limits)(0, now, [])

export const markedBlockOf = ({ block, points, settings }: BlockRules): MarkedBlock => ({
  fullMilli: block.full_milli,
  stepMilli: Math.min(block.full_milli, ...points.map(({ stepMilli }) => stepMilli)),
  // Who reads only some schools meets other papers than the block's.
  isRandom: settings.scope === 'mixed',
})

/** What the readings of a block say of everybody who gave some, by marker. */
export const takeJudgements = runInWorker(
  import.meta.url,
  'takeJudgements',
  async ({ db, clock }, blockId: number) => {
    const rules = await selectBlockRules(db, blockId)
    const readings = await selectStandingReadings(db, blockId)
    const inputSigns = await selectInputSigns(db, blockId)
    const judge = judgeOf(
      readings,
      { ...(await selectEscalated(db, blockId)), agreed: await selectAgreed(db, blockId) },
      markedBlockOf(rules),
      (reading) => settleToleranceOf(reading, rules.block),
      await selectMarkerLimits(db, rules.block.exam_id),
    )
    const ids = new Set([...readings.map(({ marker_id }) => marker_id), ...inputSigns.keys()])
    const now = clock.now()
    const result = new Map<number, Judgement>()
    const elsewhere = await selectWorkElsewhere(db, blockId, submittedBy(readings))
    for (const id of ids)
      result.set(id, judge(id, now, inputSigns.get(id) ?? [], elsewhere.get(id) ?? []))
    return result
  },
)

export type Judgement = ReturnType<ReturnType<typeof judgeOf>>

function judgeOf(
  readings: readonly StandingReading[],
  elsewhere: Elsewhere,
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
    // The only reading of a paper always agrees with its final mark, which says nothing unless somebody else looked:
    // of papers that were checked, those that were corrected would count alone.
    finalMilli:
      reading.final_source === 'SINGLE' && !elsewhere.agreed.has(reading.id)
        ? null
        : reading.final_milli,
    partnerMilli: partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
    wentToThird: elsewhere.third.has(reading.unit_id),
    wentToArbitration: elsewhere.arbitration.has(reading.unit_id),
    combined: combinedOf(reading),
    toleranceMilli: toleranceOf(reading),
  })
  return (
    markerId: number,
    now: Date,
    page: readonly InputSign[],
    workElsewhere: readonly number[] = [],
  ) => {
    const own = byMarker.get(markerId) ?? []
    const stats = markerStatistics(own.map(asReading), pool, block, limits)
    const { drift, automation, pairs } = signs(
      own,
      (reading) => partnerOf(reading, byUnit.get(reading.unit_id) ?? []),
      page,
      workElsewhere,
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

/** When each person submitted, milliseconds since 1970. */
const submittedBy = (readings: readonly StandingReading[]): Map<number, number[]> =>
  new Map(
    [...Map.groupBy(readings, ({ marker_id }) => marker_id)].map(([id, own]) => [
      id,
      own.flatMap(({ submitted_at }) => (submitted_at === null ? [] : Date.parse(submitted_at))),
    ]),
  )

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
