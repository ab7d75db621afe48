import type { blockSettingsSet, InputOf } from '@hengjuan/contracts'
import type { BlockPageSettings } from './block-rules.query.ts'

type Patch = InputOf<typeof blockSettingsSet>['body']['blocks'][number]

/** What a patch says of the settings that are kept as JSON; what it does not name is absent. */
export const pageSettings = (patch: Patch): Partial<BlockPageSettings> =>
  defined({
    scoreType: patch.score_type as BlockPageSettings['scoreType'] | undefined,
    addType: patch.add_type as BlockPageSettings['addType'] | undefined,
    submitType: patch.submit_type as BlockPageSettings['submitType'] | undefined,
    traces: patch.traces as BlockPageSettings['traces'] | undefined,
    autoTopUp: patch.auto_top_up === undefined ? undefined : patch.auto_top_up === 1,
    blankCheck: patch.blank_check === undefined ? undefined : patch.blank_check === 1,
    blankInkLimit: patch.blank_ink_limit,
    minMs: patch.min_ms,
    dailyCap: patch.daily_cap,
    seedEvery: patch.seed_every,
    qualify: patch.qualify === undefined ? undefined : patch.qualify === 1,
    qualifyCount: patch.qualify_count,
    qualifyPercent: patch.qualify_percent,
    selfRatio: patch.self_ratio,
    daySeeds: patch.day_seeds,
    seedPointMilli: patch.seed_point_milli,
    seedFeedback: patch.seed_feedback,
    arbView: patch.arb_view,
    wordsLeast: patch.words_least,
    backmarkLast: patch.backmark_last,
    backmarkHours: patch.backmark_hours,
    scope: patch.mark_scope,
    avoidOwnSchool: patch.avoid_own_school === undefined ? undefined : patch.avoid_own_school === 1,
    schoolGroups: patch.school_groups?.map((group) => ({
      name: group.name,
      schoolIds: group.school_ids,
      markerIds: group.marker_ids,
    })),
    blankNeedsTwo: patch.blank_needs_two === undefined ? undefined : patch.blank_needs_two === 1,
  })

/** Without the values that are undefined. */
export const defined = <T extends object>(
  values: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never
