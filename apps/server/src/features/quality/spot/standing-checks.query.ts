import { type SqlBool, sql } from 'kysely'
import { hasLeft, hasMark, hasUnitFlag } from '../../marking-core/index.ts'

/**
 * Of `unit`: there is nothing to check any more. Its paper is gone, whether it has a final mark or not, or it ended
 * without a mark, which no check may take away in passing.
 */
export const isOutOfReach = sql<SqlBool>`(${hasLeft} or ${hasUnitFlag('sheet_gone')} or not ${hasMark})`

/**
 * Of `spot_check`: the paper is there to be checked, nobody withdrew what the check corrected, and what was checked was
 * not voided with everything that had been given. What somebody gave instead of it, because of the check or on their
 * own, leaves it standing.
 */
export const isStandingCheck = sql<SqlBool>`spot_check.withdrawn_at is null and exists (
  select 1 from reading inner join unit on unit.id = reading.unit_id
  where reading.id = spot_check.reading_id
    and not (reading.state = 'superseded' and reading.superseded_by in ('reset', 'recrop'))
    and not ${isOutOfReach}
)`
