import { DEFAULT_RATE_THRESHOLDS } from '@hengjuan/domain'

/** Settings of reports as a school has them at first, without ranks of others and without lines. */
export const REPORT_CONFIG = {
  rates: DEFAULT_RATE_THRESHOLDS,
  lowInclusive: false,
  segmentWidthMilli: 10_000,
  ranks: { teacher: true, types: [], student: false },
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
