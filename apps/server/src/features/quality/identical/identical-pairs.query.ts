import type { Db } from '@hengjuan/db'
import { areTogether } from './identical-groups.ts'
import { selectCuts } from './identical-cuts.query.ts'

/** The unit of a block that has a secret code. */
export const findUnitByCode = (db: Db, blockId: number, code: string) =>
  db
    .selectFrom('unit')
    .select('id')
    .where('block_id', '=', blockId)
    .where('secret_code', '=', code)
    .executeTakeFirst()

/** Readings by which a marker is served own papers again. */
export const selectSelfReadings = (db: Db, blockId: number, markerId: number) =>
  db
    .selectFrom('reading')
    .select(['id', 'unit_id', 'role'])
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where('role', '=', 'SELF')
    .execute()

/** Keeps the pair beside the problem that a unit waits with. */
export async function storePair(db: Db, unitId: number, pairUnitId: number): Promise<void> {
  await db
    .updateTable('problem_paper')
    .set({ pair_unit_id: pairUnitId })
    .where('unit_id', '=', unitId)
    .where('resolved_at', 'is', null)
    .execute()
}

/** Every link of a block that nobody cut: it outlives the decision about its problem. */
export async function selectPairs(db: Db, blockId: number) {
  const cuts = await selectCuts(db, blockId)
  const rows = await db
    .selectFrom('problem_paper')
    .select(['unit_id', 'pair_unit_id'])
    .where('block_id', '=', blockId)
    .where('pair_unit_id', 'is not', null)
    .orderBy('id')
    .execute()
  return rows
    .map(({ unit_id, pair_unit_id }) => ({ unitId: unit_id, pairUnitId: pair_unit_id ?? 0 }))
    .filter((link) => !cuts.some((cut) => areTogether(link, cut.unit_id, cut.pair_unit_id)))
}

export const selectPairUnits = (db: Db, unitIds: readonly number[]) =>
  db
    .selectFrom('unit')
    .select(['id', 'secret_code', 'images'])
    .where('id', 'in', unitIds)
    .orderBy('ord')
    .execute()
