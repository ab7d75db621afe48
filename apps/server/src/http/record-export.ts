import type { Db } from '@hengjuan/db'
import { audit } from './audit.ts'

/** Records that somebody took a table away: which, how many rows, and what it was narrowed to. */
export const recordExport = (
  db: Db,
  who: Parameters<typeof audit>[1],
  taken: { object: string; report: string; rows: number; filters: object },
): Promise<void> =>
  audit(db, who, {
    action: 'export',
    object: taken.object,
    after: { report: taken.report, rows: taken.rows, filters: taken.filters },
  })
