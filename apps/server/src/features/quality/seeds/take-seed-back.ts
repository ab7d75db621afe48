import type { Db } from '@hengjuan/db'
import { AppError, STILL_IN_HAND } from '@hengjuan/domain'
import type { ReadingRow } from '../../marking-core/index.ts'

/** Refuses to change a seed in hand, in the words in which any other paper in hand is refused. */
export function assertSeedGiven({ state }: Pick<ReadingRow, 'state'>): void {
  if (state === 'held' || state === 'taken_back')
    throw new AppError('MARKING_BACKMARK_CLOSED', { reason: STILL_IN_HAND })
  if (state !== 'given') throw new AppError('MARKING_READING_NOT_FOUND')
}

/**
 * Takes back what a marker gave a seed; what it said of the marker stands until they give it again.
 *
 * @returns false where another call came first
 */
export async function takeSeedBack(db: Db, { id }: ReadingRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reading')
    .set({ state: 'taken_back', taken_back: 1 })
    .where('id', '=', id)
    .where('state', '=', 'given')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
