import { countIf, countRows, type Db } from '@hengjuan/db'
import { SETTLED, type OfReader } from './score.query.ts'

/** Readings after which a marker was shown a reader's score, and those of them that the marker changed since. */
export async function countShown(db: Db, { readerId, blockId }: OfReader) {
  const row = await db
    .selectFrom('second_reader_shown as shown')
    .innerJoin('second_reader_score as score', 'score.id', 'shown.score_id')
    .innerJoin('reading', 'reading.id', 'shown.reading_id')
    .where('shown.block_id', '=', blockId)
    .where('score.reader_id', '=', readerId)
    .select(({ fn }) => fn.countAll<number>().as('shown'))
    .select(({ eb, and }) =>
      countIf(
        and([eb('reading.state', '=', 'superseded'), eb('reading.superseded_by', '=', 'backmark')]),
      ).as('changed'),
    )
    .executeTakeFirstOrThrow()
  return { shown: row.shown, changed: row.changed }
}

export const insertShown = (
  db: Db,
  row: { reading_id: number; block_id: number; score_id: number; at: string },
) =>
  db
    .insertInto('second_reader_shown')
    .values(row)
    .onConflict((conflict) => conflict.column('reading_id').doNothing())
    .execute()

/** Readers that have sent anything for a block, the latest first. */
export const selectSenders = (db: Db, blockId: number) =>
  db
    .selectFrom('second_reader')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('second_reader_batch')
        .where('block_id', '=', blockId)
        .select('second_reader_batch.reader_id'),
    )
    .selectAll()
    .orderBy('id', 'desc')
    .execute()

const batches = (db: Db, blockId: number) =>
  db
    .selectFrom('second_reader_batch as batch')
    .innerJoin('second_reader as reader', 'reader.id', 'batch.reader_id')
    .leftJoin('user', 'user.id', 'batch.by_id')
    .where('batch.block_id', '=', blockId)
    .select(['batch.id', 'batch.via', 'batch.papers', 'batch.at'])
    .select(['reader.name', 'reader.version', 'user.name as by_name'])

export const selectBatches = (db: Db, blockId: number, limit: number) =>
  batches(db, blockId).orderBy('batch.id', 'desc').limit(limit).execute()

const sentOf = (db: Db, blockId: number) =>
  batches(db, blockId)
    .innerJoin('second_reader_score as score', 'score.batch_id', 'batch.id')
    .innerJoin('unit', 'unit.id', 'score.unit_id')

/** Everything that was ever sent for papers of a block whose mark stands, in the order of sending. */
export const selectSent = (db: Db, blockId: number) =>
  sentOf(db, blockId)
    .where('unit.state', 'in', SETTLED)
    .select(['unit.secret_code', 'unit.final_milli', 'unit.final_reason', 'unit.facts'])
    .select(['score.points', 'score.total_milli', 'score.confidence', 'score.reason'])
    .orderBy('score.id')
    .execute()

/** How much was sent for papers whose mark does not stand yet. */
export async function countUnsettledSent(db: Db, blockId: number): Promise<number> {
  return countRows(
    db
      .selectFrom('second_reader_score as score')
      .innerJoin('unit', 'unit.id', 'score.unit_id')
      .where('score.block_id', '=', blockId)
      .where('unit.state', 'not in', SETTLED),
  )
}
