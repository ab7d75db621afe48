import { RELEASE_BITS } from '@hengjuan/domain'
import { sql } from 'kysely'

/**
 * A condition on `unit`: this person is not kept from its candidate as a relative, or the paper was
 * released from that.
 *
 * @source domain rules 4.4 (5)
 */
export const isNoRelative = (userId: number) => sql<boolean>`(
  (unit.released & ${sql.lit(RELEASE_BITS.relative)}) <> 0
  or not exists (
    select 1 from avoided_pair
    where avoided_pair.exam_id = unit.exam_id
      and avoided_pair.candidate_id = unit.candidate_id
      and avoided_pair.user_id = ${userId}
      and avoided_pair.removed_at is null
  )
)`
