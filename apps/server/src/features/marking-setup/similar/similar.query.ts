import { type Db, isOneOf, rowsOf } from '@hengjuan/db'

/** Blocks in which similar answers come together, that are not closed. */
export const selectSimilarBlocks = (db: Db) =>
  db
    .selectFrom('block')
    .where('similar_first', '=', 1)
    .where('status', '<>', 'closed')
    .select(['id', 'exam_id', 'subject_id', 'salt'])
    .orderBy('id')
    .execute()

export async function isSimilarFirst(db: Db, blockId: number): Promise<boolean> {
  const { similar_first } = await db
    .selectFrom('block')
    .select('similar_first')
    .where('id', '=', blockId)
    .executeTakeFirstOrThrow()
  return similar_first === 1
}

/** Papers whose images were not looked at yet, or are others by now. */
export const selectUnprinted = (db: Db, blockId: number, most: number) =>
  db
    .selectFrom('unit')
    .leftJoin('answer_print', 'answer_print.unit_id', 'unit.id')
    .where('unit.block_id', '=', blockId)
    .where('unit.images', '<>', '[]')
    .where((eb) =>
      eb.or([
        eb('answer_print.unit_id', 'is', null),
        eb('answer_print.images', '<>', eb.ref('unit.images')),
      ]),
    )
    .select(['unit.id', 'unit.images'])
    .orderBy('unit.id')
    .limit(most)
    .execute()

/** What a paper looks like; its place in the order is to be found anew. */
export async function savePrint(
  db: Db,
  row: { unit_id: number; block_id: number; images: string; ink: string },
): Promise<void> {
  const { images, ink } = row
  await db
    .insertInto('answer_print')
    .values({ ...row, ordered: 0 })
    .onConflict((conflict) => conflict.column('unit_id').doUpdateSet({ images, ink, ordered: 0 }))
    .execute()
}

export const selectPrints = (db: Db, blockId: number) =>
  db
    .selectFrom('answer_print')
    .innerJoin('unit', 'unit.id', 'answer_print.unit_id')
    .where('answer_print.block_id', '=', blockId)
    .select(['unit.id', 'unit.ord', 'answer_print.ink', 'answer_print.ordered'])
    .execute()

export const isAllOrdered = async (db: Db, blockId: number): Promise<boolean> =>
  (await db
    .selectFrom('answer_print')
    .where('block_id', '=', blockId)
    .where('ordered', '=', 0)
    .select('unit_id')
    .limit(1)
    .executeTakeFirst()) === undefined

export const updateOrdered = (db: Db, blockId: number, unitIds: readonly number[]) =>
  db
    .updateTable('answer_print')
    .set({ ordered: 1 })
    .where('block_id', '=', blockId)
    .where(isOneOf(db, 'unit_id', unitIds))
    .execute()

export const selectPrintedIds = async (db: Db, blockId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('answer_print')
      .where('block_id', '=', blockId)
      .select('unit_id')
      .orderBy('unit_id')
      .execute()
  ).map(({ unit_id }) => unit_id)

export const deletePrints = (db: Db, unitIds: readonly number[]) =>
  db
    .deleteFrom('answer_print')
    .where(isOneOf(db, 'unit_id', unitIds))
    .execute()

export const selectOrders = (db: Db, blockId: number) =>
  db.selectFrom('unit').where('block_id', '=', blockId).select(['id', 'ord']).execute()

export const updateOrders = (db: Db, rows: readonly { id: number; ord: number }[]) =>
  db
    .updateTable('unit')
    .from(rowsOf(db, rows, { id: 'integer', ord: 'bigint' }))
    .set((eb) => ({ ord: eb.ref('v.ord') }))
    .whereRef('unit.id', '=', 'v.id')
    .execute()
