import { NO_MARK_REASONS } from '@hengjuan/domain'
import { sql } from 'kysely'

/**
 * A condition on `unit`: its final mark is for what was written. The 0 of a paper that ended as misconduct or void
 * counts in the total and says nothing about the answer, its markers or who reads beside them.
 *
 * @source domain rules 6.2, 11
 */
export const hasMark = sql<boolean>`coalesce(unit.final_reason, '') not in (${sql.join(
  Object.keys(NO_MARK_REASONS).map((reason) => sql.lit(reason)),
)})`
