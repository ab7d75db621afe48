import { meanOf, medianOf, quantileOf, sdOf } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { ownProgress } from '../claiming/index.ts'
import { selectBlockRules } from '../marking-core/index.ts'
import { hourCounts } from './hours.ts'
import type { MarkerRow } from './marker-rows.ts'
import { selectOwnWork } from './marker.query.ts'

/** Parts of a row that say how the work compares with that of others, or what became of it. */
const NOT_FOR_MARKERS = {
  severity_milli: null,
  severity_error_milli: null,
  agreement: { num: 0, den: 0 },
  consistency: { num: 0, den: 0 },
  third_rate: { num: 0, den: 0 },
  arbitration_rate: { num: 0, den: 0 },
  exact_agreement: { num: 0, den: 0 },
  step_agreement: { num: 0, den: 0 },
  bias_milli: null,
  bias_error_milli: null,
  bias_count: 0,
  fast_outliers: { num: 0, den: 0 },
  valid_reviews: { num: 0, den: 0 },
  seeds: { num: 0, den: 0 },
  self: { num: 0, den: 0 },
  seed_state: null,
  drift_milli: null,
  drift_error_milli: null,
  drift_per_hour_milli: null,
  pair_count: 0,
  qwk: null,
  qwk_band_milli: null,
  smd: null,
  light: 'grey',
} as const satisfies Partial<MarkerRow>

/**
 * A marker's row as its marker may see it: with the figures of the desk, for which seeds and papers served
 * again are papers like any other. A count without them would tell, paper by paper, which ones they were; a
 * rate that moves with each paper would tell what the other reader gave.
 *
 * @source domain rules 7.3, ui D2
 */
export async function asOwnRow(services: Services, row: MarkerRow): Promise<MarkerRow> {
  const { db, clock } = services
  const { block_id: blockId, marker_id: markerId } = row
  const mine = await ownProgress(db, await selectBlockRules(db, blockId), markerId)
  const work = await selectOwnWork(db, { blockId, markerId })
  const scores = work.flatMap(({ total_milli }) => total_milli ?? [])
  const ms = work.flatMap(({ active_ms }) => active_ms ?? [])
  const times = work.flatMap(({ submitted_at }) => submitted_at ?? []).toSorted()
  return {
    ...row,
    ...NOT_FOR_MARKERS,
    automation: [],
    reasons: [],
    notes: [],
    done: mine.done,
    claimed: mine.claimed,
    // No more than are said to be done, whatever of them counts for nothing.
    n: mine.done,
    mean_milli: meanOf(scores),
    sd_milli: sdOf(scores),
    median_ms: medianOf(ms),
    p10_ms: quantileOf(ms, 0.1),
    p90_ms: quantileOf(ms, 0.9),
    last_active: times.at(-1) ?? null,
    hours: hourCounts(times, clock.now()).map(({ count }) => count),
  }
}
