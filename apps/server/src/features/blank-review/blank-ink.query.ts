import { type Db, isOneOf } from '@hengjuan/db'

/** Confirmed blank answers by block: how many, and the most ink among them; blocks without any are missing. */
export async function selectConfirmedBlanks(db: Db, blockIds: readonly number[]) {
  const rows = await db
    .selectFrom('unit')
    .where(isOneOf(db, 'block_id', blockIds))
    .where('final_source', '=', 'BLANK')
    .groupBy('block_id')
    .select(['block_id', ({ fn }) => fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.max('ink_ratio').as('most_ink'))
    .execute()
  return new Map(
    rows.map(({ block_id, count, most_ink }) => [block_id, { count, mostInk: most_ink }]),
  )
}

/**
 * Least ink of the answers that a person sent to marking out of blank review, checks left out; by block. The log of the
 * exam is gone through once, where its papers would be looked up in it one by one.
 */
export async function selectRejectedLeastInk(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('mark_event')
    .innerJoin('unit', 'unit.id', 'mark_event.unit_id')
    .where('mark_event.exam_id', 'in', ({ selectFrom }) =>
      selectFrom('block')
        .select('exam_id')
        .where(isOneOf(db, 'block.id', blockIds)),
    )
    .where('mark_event.type', '=', 'blank_reject')
    .where('mark_event.actor_id', 'is not', null)
    .where(isOneOf(db, 'unit.block_id', blockIds))
    .groupBy('unit.block_id')
    .select(['unit.block_id', ({ fn }) => fn.min('unit.ink_ratio').as('least_ink')])
    .execute()
  return new Map(rows.map(({ block_id, least_ink }) => [block_id, least_ink]))
}
