import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { type SqlBool, sql } from 'kysely'

/**
 * Of `unit`: this person has read it as one of its markers, or has it in hand as such. What a clearing or another image
 * voided is read no more, as `hasRead` has it; an arbitration is no reading beside others.
 */
const isReadBy = (userId: number) => sql<SqlBool>`exists (
  select 1 from reading as own
  where own.unit_id = unit.id
    and own.marker_id = ${userId}
    and own.role in ('R1', 'R2', 'R3')
    and (own.state in ('claimed', 'submitted', 'rejected')
      or (own.state = 'superseded' and own.superseded_by in ('backmark', 'remark', 'passed_on')))
)`

/**
 * Of `unit`: it has no reading of this person. Who read a paper does not check what others gave it: they would hold it
 * against their own score, and settle by a correction what an arbitrator has to.
 *
 * @source domain rules 3.3, 5.2, 9.1
 */
export const isNotReadBy = (userId: number) => sql<SqlBool>`not ${isReadBy(userId)}`

/**
 * Of `unit`: nobody is to give this person its free reading any more, who would know by then what the other reader gave.
 */
export const isNotToBeReadBy = (
  userId: number,
) => sql<SqlBool>`(unit.free_role is null or not exists (
  select 1 from block_marker
  where block_marker.block_id = unit.block_id
    and block_marker.user_id = ${userId}
    and block_marker.duty = 'marker'
))`

/** Has this person read the paper as one of its markers? */
export const hasReadUnit = async (db: Db, unitId: number, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('unit')
    .where('unit.id', '=', unitId)
    .where(isReadBy(userId))
    .select('unit.id')
    .executeTakeFirst()) !== undefined

/** @throws AppError MARKING_SPOT_CHECK_READER */
export async function assertOtherReader(db: Db, unitId: number, userId: number): Promise<void> {
  if (await hasReadUnit(db, unitId, userId)) throw new AppError('MARKING_SPOT_CHECK_READER')
}
