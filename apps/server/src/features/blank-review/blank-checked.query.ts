import { countRows, type Db, isOneOf } from '@hengjuan/db'

/** Which of the answers of a batch: those of normal marking, or all of a batch that came back. */
type Kind = 'check' | 'returned'

const batchUnits = (db: Db, blockId: number) =>
  db
    .selectFrom('blank_batch_unit')
    .innerJoin('blank_batch', 'blank_batch.id', 'blank_batch_unit.batch_id')
    .innerJoin('user', 'user.id', 'blank_batch.confirmed_by')
    .where('blank_batch.block_id', '=', blockId)
    .select(['blank_batch_unit.batch_id', 'blank_batch_unit.unit_id', 'blank_batch_unit.is_check'])
    .select(['blank_batch_unit.score_milli as check_milli', 'blank_batch.confirmed_at'])
    .select('user.name as confirmed_by')

/** Which rows of a list are shown, from 1. */
export interface Shown {
  page: number
  limit: number
}

/**
 * Answers of a block that were confirmed in batches, newest batch first: those that check their batch, as the
 * figures count them, or all of batches that came back.
 */
export async function selectOfBatches(db: Db, blockId: number, kind: Kind, shown: Shown) {
  const rows = batchUnits(db, blockId)
    .$if(kind === 'returned', (query) => query.where('blank_batch.state', '=', 'returned'))
    .$if(kind === 'check', (query) =>
      query
        .where('blank_batch_unit.is_check', '=', 1)
        .where(({ or, eb }) =>
          or([
            eb('blank_batch_unit.score_milli', 'is not', null),
            eb('blank_batch.state', '=', 'open'),
          ]),
        ),
    )
  const total = await countRows(rows)
  const list = await rows
    .orderBy('blank_batch.id', 'desc')
    .orderBy('blank_batch_unit.is_check', 'desc')
    .orderBy('blank_batch_unit.unit_id')
    .limit(shown.limit)
    .offset((shown.page - 1) * shown.limit)
    .execute()
  return { list, total }
}

/** Answers of a block whose mark is that of a confirmed blank, with the newest batch of each. */
export async function selectConfirmed(db: Db, blockId: number, shown: Shown) {
  const units = db
    .selectFrom('unit')
    .where('block_id', '=', blockId)
    .where('final_source', '=', 'BLANK')
  const total = await countRows(units)
  const listed = await units
    .select('id')
    .orderBy('id')
    .limit(shown.limit)
    .offset((shown.page - 1) * shown.limit)
    .execute()
  const ids = listed.map(({ id }) => id)
  const rows = await batchUnits(db, blockId)
    .where(isOneOf(db, 'blank_batch_unit.unit_id', ids))
    .where('blank_batch_unit.is_check', '=', 0)
    .orderBy('blank_batch.id')
    .execute()
  // The last of a unit stays.
  const newest = new Map(rows.map((row) => [row.unit_id, row]))
  return {
    list: ids.map((id) => ({ unit_id: id, batch: newest.get(id) ?? null })),
    total,
  }
}
