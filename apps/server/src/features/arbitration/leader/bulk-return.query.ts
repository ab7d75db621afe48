import { countIf, type Db, isOneOf, whereGiven } from '@hengjuan/db'
import { REJECTION_LIMIT } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'

/** Notes that readings are about to be sent back together. @returns its id */
export async function insertReturn(
  { db, clock }: Services,
  byId: number,
  on: { block_id: number; marker_id?: number; since?: string; comment?: string },
): Promise<number> {
  const { id } = await db
    .insertInto('bulk_return')
    .values({
      block_id: on.block_id,
      marker_id: on.marker_id ?? 0,
      by_id: byId,
      since: on.since ?? null,
      comment: on.comment?.trim() ?? '',
      at: isoNow(clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Nothing was sent back by it. */
export const deleteReturn = (db: Db, id: number) =>
  db.deleteFrom('bulk_return').where('id', '=', id).execute()

/** Notes who took back last what nobody had marked again. */
export const updateWithdrawn = (db: Db, id: number, byId: number, at: string) =>
  db
    .updateTable('bulk_return')
    .set({ withdrawn_by: byId, withdrawn_at: at })
    .where('id', '=', id)
    .execute()

export const findReturn = (db: Db, blockId: number, id: number) =>
  db
    .selectFrom('bulk_return')
    .where('id', '=', id)
    .where('block_id', '=', blockId)
    .select(['id', 'marker_id'])
    .executeTakeFirst()

/** What was sent back by such an act and not taken back, with what the marker's paper is called. */
export const selectReturned = (db: Db, returnId: number) =>
  db
    .selectFrom('spot_check')
    .innerJoin('unit', 'unit.id', 'spot_check.unit_id')
    .where('spot_check.return_id', '=', returnId)
    .where('spot_check.withdrawn_at', 'is', null)
    .select(['spot_check.id', 'spot_check.unit_id', 'spot_check.reading_id'])
    .select(['spot_check.was_forced', 'unit.secret_code'])
    .orderBy('spot_check.id')
    .execute()

/** The last check that sent a reading of a block back and stands, as `selectReturned` has it. */
export const findRejection = (db: Db, blockId: number, readingId: number) =>
  db
    .selectFrom('spot_check')
    .innerJoin('unit', 'unit.id', 'spot_check.unit_id')
    .where('spot_check.reading_id', '=', readingId)
    .where('spot_check.block_id', '=', blockId)
    .where('spot_check.is_rejected', '=', 1)
    .where('spot_check.is_marked', '=', 0)
    .where('spot_check.withdrawn_at', 'is', null)
    .select(['spot_check.id', 'spot_check.unit_id', 'spot_check.reading_id'])
    .select(['spot_check.was_forced', 'unit.secret_code'])
    .select(['spot_check.marker_id', 'spot_check.return_id'])
    .orderBy('spot_check.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of these readings, the last check that sent each back and stands. */
export async function selectLastRejections(
  db: Db,
  readingIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('spot_check')
    .where(isOneOf(db, 'reading_id', readingIds))
    .where('is_rejected', '=', 1)
    .where('withdrawn_at', 'is', null)
    .groupBy('reading_id')
    .select(['reading_id', ({ fn }) => fn.max('id').as('id')])
    .execute()
  return new Map(rows.map(({ reading_id, id }) => [reading_id, id]))
}

export const withdrawReturned = (db: Db, checkIds: readonly number[], at: string) =>
  db
    .updateTable('spot_check')
    .set({ withdrawn_at: at })
    .where(isOneOf(db, 'id', checkIds))
    .execute()

/** What was sent back together in a block, and what became of it; the newest first. */
export const selectReturns = (
  db: Db,
  { blockId, markerId }: { blockId: number; markerId?: number | undefined },
) =>
  db
    .selectFrom('bulk_return')
    .innerJoin('spot_check', 'spot_check.return_id', 'bulk_return.id')
    .innerJoin('reading', 'reading.id', 'spot_check.reading_id')
    .innerJoin('unit', 'unit.id', 'spot_check.unit_id')
    .innerJoin('user as marker', 'marker.id', 'bulk_return.marker_id')
    .innerJoin('user as leader', 'leader.id', 'bulk_return.by_id')
    .leftJoin('user as undoer', 'undoer.id', 'bulk_return.withdrawn_by')
    .where('bulk_return.block_id', '=', blockId)
    .where((eb) => whereGiven(eb, { 'bulk_return.marker_id': markerId }))
    .groupBy(['bulk_return.id', 'marker.name', 'leader.name', 'undoer.name'])
    .select(['bulk_return.id', 'bulk_return.marker_id', 'bulk_return.since', 'bulk_return.comment'])
    .select(['bulk_return.at', 'bulk_return.withdrawn_at', 'marker.name as marker_name'])
    .select(['leader.name as by_name', 'undoer.name as withdrawn_by'])
    .select(({ fn, eb }) => {
      const stands = eb('spot_check.withdrawn_at', 'is', null)
      // As the rules have it: it waits for its marker, or for an arbitrator since it was sent back too often.
      const isWaiting = eb.or([
        eb.and([eb('reading.state', '=', 'rejected'), eb('reading.taken_back', '=', 0)]),
        eb.and([
          eb('reading.state', '=', 'submitted'),
          eb('reading.rejections', '>', REJECTION_LIMIT),
          eb('unit.state', '=', 'ARBITRATION'),
        ]),
      ])
      return [
        fn.countAll<number>().as('total'),
        countIf(eb.and([stands, isWaiting])).as('waiting'),
        countIf(eb('spot_check.withdrawn_at', 'is not', null)).as('undone'),
      ]
    })
    .orderBy('bulk_return.id', 'desc')
    .execute()
