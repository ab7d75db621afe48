import type { blockSettingsSet, InputOf } from '@hengjuan/contracts'
import { AppError, avoidsOwnSchool, defaultSeedEvery } from '@hengjuan/domain'
import { eligibilityOf } from '../shares/eligibility.ts'
import type { SettingsView } from './block-settings.ts'
import type { BlockRules } from '../../marking-core/index.ts'

type Patch = InputOf<typeof blockSettingsSet>['body']['blocks'][number]
type Settable = Pick<SettingsView, keyof Omit<Patch, 'block_id' | 'seen'>>

/** What of a block can be set, as pages show it. */
export function settableOf(rules: BlockRules): Settable {
  const { block, settings, points } = rules
  const policy = eligibilityOf(rules)
  return {
    mark_mode: block.mark_mode,
    alloc_mode: block.alloc_mode,
    tolerance_milli: block.tolerance_milli,
    compare_scope: block.compare_scope as SettingsView['compare_scope'],
    combine: block.combine as SettingsView['combine'],
    round_step_milli: block.round_step_milli as SettingsView['round_step_milli'],
    round_mode: block.round_mode as SettingsView['round_mode'],
    double_ratio: block.double_ratio,
    avoid_own_class: block.avoid_own_class,
    similar_first: block.similar_first,
    mark_scope: settings.scope,
    avoid_own_school: avoidsOwnSchool(policy) ? 1 : 0,
    school_groups: settings.schoolGroups.map((group) => ({
      name: group.name,
      school_ids: [...group.schoolIds],
      marker_ids: [...group.markerIds],
    })),
    auto_top_up: settings.autoTopUp ? 1 : 0,
    rubric: settings.rubric,
    score_type: settings.scoreType,
    add_type: settings.addType,
    submit_type: settings.submitType,
    traces: settings.traces,
    blank_check: settings.blankCheck ? 1 : 0,
    blank_ink_limit: settings.blankInkLimit,
    blank_needs_two: settings.blankNeedsTwo ? 1 : 0,
    min_ms: settings.minMs,
    daily_cap: settings.dailyCap,
    seed_every: settings.seedEvery ?? defaultSeedEvery(block.full_milli),
    qualify: settings.qualify ? 1 : 0,
    qualify_count: settings.qualifyCount,
    qualify_percent: settings.qualifyPercent,
    self_ratio: settings.selfRatio,
    day_seeds: settings.daySeeds,
    seed_point_milli: settings.seedPointMilli,
    seed_feedback: settings.seedFeedback,
    blind_third: block.blind_third,
    arb_view: settings.arbView,
    words_least: settings.wordsLeast,
    backmark_last: settings.backmarkLast,
    backmark_hours: settings.backmarkHours,
    point_tolerances: points.map(({ id: point_id, toleranceMilli }) => ({
      point_id,
      tolerance_milli: toleranceMilli,
    })),
  }
}

/**
 * What somebody else set anew since it was seen stays, unless it is what is wanted anyway.
 *
 * @throws AppError MARKING_SETTINGS_CHANGED
 */
export function assertSettingsAsSeen(rules: BlockRules, { seen = {}, ...wanted }: Patch): void {
  const now: Record<string, unknown> = settableOf(rules)
  const asked: Record<string, unknown> = wanted
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  for (const [key, value] of Object.entries(seen))
    if (!same(now[key], value) && !same(now[key], asked[key]))
      throw new AppError('MARKING_SETTINGS_CHANGED', { block: rules.block.name })
}
