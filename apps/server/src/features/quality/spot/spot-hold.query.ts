import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'

export interface Hold {
  unit_id: number
  block_id: number
  checker_id: number
  version: number
  until: string
}

/** A condition on `unit`: another checker has the paper on the table. */
export const isHeldByOther = (checkerId: number, now: string) => sql<boolean>`exists (
  select 1 from spot_hold
  where spot_hold.unit_id = unit.id
    and spot_hold.checker_id <> ${checkerId}
    and spot_hold.until > ${now}
)`

/** 0 for papers that the checker has on the table already, to take these first. */
export const isHeldFirst = (checkerId: number) => sql<number>`case when exists (
  select 1 from spot_hold
  where spot_hold.unit_id = unit.id and spot_hold.checker_id = ${checkerId}
) then 0 else 1 end`

/** @returns whether the paper is the checker's now; one that another holds stays theirs */
export async function upsertHold(db: Db, hold: Hold, now: string): Promise<boolean> {
  const { checker_id, version, until } = hold
  const held = await db
    .insertInto('spot_hold')
    .values(hold)
    .onConflict((conflict) =>
      conflict
        .column('unit_id')
        .doUpdateSet({ checker_id, version, until })
        .where(({ or, eb }) =>
          or([eb('spot_hold.checker_id', '=', checker_id), eb('spot_hold.until', '<=', now)]),
        ),
    )
    .returning('unit_id')
    .executeTakeFirst()
  return held !== undefined
}

/** Prolongs a lease that runs. What its checker was shown stays what it was. */
export async function prolongHold(
  db: Db,
  { unitId, checkerId, until }: { unitId: number; checkerId: number; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('spot_hold')
    .set({ until })
    .where('unit_id', '=', unitId)
    .where('checker_id', '=', checkerId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findHold = (db: Db, unitId: number) =>
  db
    .selectFrom('spot_hold')
    .innerJoin('user', 'user.id', 'spot_hold.checker_id')
    .where('spot_hold.unit_id', '=', unitId)
    .select(['spot_hold.checker_id', 'spot_hold.version', 'spot_hold.until', 'user.name'])
    .executeTakeFirst()

/** Gives back what a checker holds in a block, but for one paper. */
export const deleteHoldsBut = (
  db: Db,
  { blockId, checkerId, unitId }: { blockId: number; checkerId: number; unitId: number | null },
) =>
  db
    .deleteFrom('spot_hold')
    .where('block_id', '=', blockId)
    .where('checker_id', '=', checkerId)
    .$if(unitId !== null, (query) => query.where('unit_id', '<>', unitId ?? 0))
    .execute()

export const deleteHold = (db: Db, unitId: number, checkerId: number) =>
  db
    .deleteFrom('spot_hold')
    .where('unit_id', '=', unitId)
    .where('checker_id', '=', checkerId)
    .execute()
