import { type Db, isOneOf, lockRows } from '@hengjuan/db'
import { sql } from 'kysely'

/** Has somebody taken the paper since it was released? */
const isBegun = sql<number>`coalesce((select 1 from reading
  where reading.unit_id = avoidance_release.unit_id
    and reading.state in ('claimed', 'submitted', 'rejected')
    and reading.claimed_at >= avoidance_release.released_at limit 1), 0)`

/** What was released in a block, the latest first. */
export const selectReleases = (db: Db, blockId: number) =>
  db
    .selectFrom('avoidance_release')
    .innerJoin('unit', 'unit.id', 'avoidance_release.unit_id')
    .innerJoin('user', 'user.id', 'avoidance_release.released_by')
    .leftJoin('user as undoer', 'undoer.id', 'avoidance_release.undone_by')
    .where('avoidance_release.block_id', '=', blockId)
    .selectAll('avoidance_release')
    .select(['unit.secret_code', 'user.name as by_name', 'undoer.name as undone_name'])
    .select(isBegun.as('begun'))
    .orderBy('avoidance_release.released_at', 'desc')
    .orderBy('avoidance_release.id')
    .execute()

/** Releases that hold and whose papers nobody has taken, their papers locked against being taken now. */
export async function lockUndoable(db: Db, blockId: number, releaseIds: readonly number[]) {
  const units = await db
    .selectFrom('avoidance_release')
    .where('block_id', '=', blockId)
    .where(isOneOf(db, 'id', releaseIds))
    .where('undone_at', 'is', null)
    .select('unit_id')
    .distinct()
    .execute()
  const unitIds = units.map(({ unit_id }) => unit_id)
  if (unitIds.length === 0) return []
  await lockRows(
    db,
    db
      .selectFrom('unit')
      .select('id')
      .where(isOneOf(db, 'id', unitIds))
      .orderBy('id'),
  ).execute()
  return db
    .selectFrom('avoidance_release')
    .where('block_id', '=', blockId)
    .where(isOneOf(db, 'id', releaseIds))
    .where('undone_at', 'is', null)
    .where(isBegun, '=', 0)
    .select(['id', 'unit_id'])
    .execute()
}

/** Rules that papers are released from. */
export const selectActive = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('avoidance_release')
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('undone_at', 'is', null)
    .select(['unit_id', 'rule'])
    .execute()

export const updateReleased = (db: Db, unitIds: readonly number[], released: number) =>
  db
    .updateTable('unit')
    .set({ released })
    .where(isOneOf(db, 'id', unitIds))
    .execute()

/** Tells a block whether there are papers to look at for releases. */
export async function updateHasReleased(db: Db, blockId: number): Promise<void> {
  const any = await db
    .selectFrom('avoidance_release')
    .select('id')
    .where('block_id', '=', blockId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  await db
    .updateTable('block')
    .set({ has_released: any ? 1 : 0 })
    .where('id', '=', blockId)
    .execute()
}
