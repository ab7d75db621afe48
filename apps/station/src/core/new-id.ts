import { decodeTime, monotonicFactory } from 'ulid'
import type { Store } from './store/open-store.ts'

/**
 * Makes ULIDs that grow for ever, also when the computer's clock is set back, between two runs too: their
 * order is the order in which paper came in.
 *
 * @param newest the greatest id of earlier runs; null when there is none
 */
export function idsAfter(newest: string | null, clock: () => number = Date.now): () => string {
  const next = monotonicFactory()
  // One later than the newest, since a new factory knows nothing of that id's random part.
  let floor = newest === null ? 0 : decodeTime(newest) + 1
  return () => {
    floor = Math.max(floor, clock())
    return next(floor)
  }
}

/** The greatest id in a data folder; null when it is new. */
export const newestId = (db: Store): string | null =>
  db
    .prepare(
      `select max(id) from (select max(id) as id from image union all
         select max(id) from sheet union all select max(id) from batch union all
         select max(id) from action)`,
    )
    .pluck()
    .get() as string | null
