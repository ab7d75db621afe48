import { DEFAULT_RATE_THRESHOLDS, RANK_TYPES, type RankType } from '@hengjuan/domain'
import { ORGANISER_VIEW } from '../../apps/server/src/http/exam-view.ts'

/** Settings under which nothing is left out of a page, and who sees all of it. */
export const PAGE_CONFIG = {
  rates: DEFAULT_RATE_THRESHOLDS,
  lowInclusive: false,
  segmentWidthMilli: 10_000,
  ranks: { teacher: true, types: Object.keys(RANK_TYPES) as RankType[], student: true },
  policyReason: '',
  policy: { profile: 'senior' as const, shows: [], reason: null },
  banner: null,
  lines: [],
  bandSets: [],
  concerned: {
    total: { belowMilli: 20_000, aboveMilli: 10_000 },
    subject: { belowMilli: 10_000, aboveMilli: 5000 },
    top: 50,
  },
  lineMethod: 'same_rate' as const,
}

export const DIRECTOR = {
  role: 'academic_director' as const,
  scope: { classes: 'all', subjects: 'all' } as never,
  view: ORGANISER_VIEW,
}
