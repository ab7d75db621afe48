import { RANK_TYPES, type RankType } from '@hengjuan/domain'
import { REPORT_CONFIG } from '../../apps/server/src/features/report/testing/report-config.ts'
import { ORGANISER_VIEW } from '../../apps/server/src/http/exam-view.ts'

/** Settings under which nothing is left out of a page, and who sees all of it. */
export const PAGE_CONFIG = {
  ...REPORT_CONFIG,
  ranks: { teacher: true, types: Object.keys(RANK_TYPES) as RankType[], student: true },
}

export const DIRECTOR = {
  role: 'academic_director' as const,
  scope: { classes: 'all', subjects: 'all' } as never,
  view: ORGANISER_VIEW,
}
