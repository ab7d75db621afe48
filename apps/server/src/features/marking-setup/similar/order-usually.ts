import { type Db, yieldToEventLoop } from '@hengjuan/db'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { whileWanted } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import {
  type BlockRow,
  lockAllocation,
  selectServingPlaces,
  withRetry,
} from '../../marking-core/index.ts'
import { finishDue, hasMore, insertDue } from '../due-work.ts'
import { MOVED_AT_ONCE, movedOf } from './order-similar.ts'
import {
  deletePrints,
  isSimilarFirst,
  selectOrders,
  selectPrintedIds,
  updateOrders,
} from './similar.query.ts'

/** Looks of papers that are forgotten at once: short rows of one table. */
const FORGOTTEN_AT_ONCE = 2000

type Block = Pick<BlockRow, 'id' | 'exam_id' | 'subject_id' | 'salt'>

/**
 * Gives a block its usual order again, after similar answers are not brought together any more: of a few papers at
 * once, of many behind the caller's transaction, by `finishOrdering`. Papers are given out meanwhile, in either order.
 */
export async function orderSoon(
  db: Db,
  services: Pick<Services, 'clock'>,
  block: Block,
): Promise<void> {
  if (await hasMore(db, block.id, MOVED_AT_ONCE)) {
    await insertDue(db, services, 'order', block)
    return
  }
  await deletePrints(db, await selectPrintedIds(db, block.id))
  const moved = await usualMoves.here({ db, clock: services.clock }, block)
  if (moved.length > 0) await updateOrders(db, moved)
}

/** Orders blocks where that is due, of all exams. */
export const finishOrdering = (services: Services): Promise<void> =>
  finishDue(services, 'order', (blockId) => orderUsually(services, blockId))

async function orderUsually(services: Services, blockId: number): Promise<void> {
  const { db } = services
  const block = await db
    .selectFrom('block')
    .where('id', '=', blockId)
    .select(['id', 'exam_id', 'subject_id', 'salt'])
    .executeTakeFirstOrThrow()
  // Before papers are moved: switched on again meanwhile, those without are looked at, and all are ordered then.
  const printed = await selectPrintedIds(db, blockId)
  await inPieces(services, block, printed, FORGOTTEN_AT_ONCE, deletePrints)
  const moved = await whileWanted(new AbortController().signal, () => usualMoves(services, block))
  await inPieces(services, block, moved, MOVED_AT_ONCE, async (trx, some, done) => {
    atStep('order', done, moved.length)
    await updateOrders(trx, some)
  })
}

/** Does something to all of a list, unless similar answers are brought together again by then. */
async function inPieces<T>(
  services: Services,
  { id }: Block,
  all: readonly T[],
  atOnce: number,
  work: (db: Db, some: readonly T[], done: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    await yieldToEventLoop()
    await withRetry(services, async (db) => {
      await lockAllocation(db, id)
      if (!(await isSimilarFirst(db, id))) await work(db, all.slice(from, from + atOnce), from)
    })
  }
}

/** Papers that stand elsewhere than in the usual order of their block; away from those who mark. */
export const usualMoves = runInWorker(
  import.meta.url,
  'usualMoves',
  async ({ db }, block: Block): Promise<{ id: number; ord: number }[]> => {
    const places = await selectServingPlaces(db, block)
    return movedOf(await selectOrders(db, block.id), (id) => places.get(id) ?? 0)
  },
)
