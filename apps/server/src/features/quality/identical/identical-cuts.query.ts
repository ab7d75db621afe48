import type { Db } from '@hengjuan/db'

/** Two units, the lower id first. */
const inOrder = (a: number, b: number) => ({
  unit_id: Math.min(a, b),
  pair_unit_id: Math.max(a, b),
})

/** The cuts of a block that stand. */
export const selectCuts = (db: Db, blockId: number) =>
  db
    .selectFrom('identical_cut as cut')
    .innerJoin('user', 'user.id', 'cut.cut_by')
    .where('cut.block_id', '=', blockId)
    .where('cut.undone_at', 'is', null)
    .select(['cut.unit_id', 'cut.pair_unit_id', 'cut.cut_at', 'user.name as by_name'])
    .orderBy('cut.id')
    .execute()

export async function insertCut(
  db: Db,
  cut: { blockId: number; units: readonly [number, number]; byId: number; at: string },
): Promise<void> {
  await db
    .insertInto('identical_cut')
    .values({
      block_id: cut.blockId,
      ...inOrder(...cut.units),
      cut_by: cut.byId,
      cut_at: cut.at,
    })
    .execute()
}

export async function undoCut(
  db: Db,
  cut: { blockId: number; units: readonly [number, number]; byId: number; at: string },
): Promise<void> {
  const { unit_id, pair_unit_id } = inOrder(...cut.units)
  await db
    .updateTable('identical_cut')
    .set({ undone_by: cut.byId, undone_at: cut.at })
    .where('block_id', '=', cut.blockId)
    .where('unit_id', '=', unit_id)
    .where('pair_unit_id', '=', pair_unit_id)
    .where('undone_at', 'is', null)
    .execute()
}
