import { setImmediate } from 'node:timers/promises'
import { type EntityId, similarOrder } from '@hengjuan/domain'
import { createPageCodec } from '@hengjuan/omr'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRow,
  lockAllocation,
  selectServingPlaces,
  withRetry,
} from '../../marking-core/index.ts'
import { printOf } from './answer-print.ts'
import {
  isAllOrdered,
  isSimilarFirst,
  savePrint,
  selectPrints,
  selectSimilarBlocks,
  selectUnprinted,
  updateOrdered,
  updateOrders,
} from './similar.query.ts'

/** Papers of a block that are looked at in one round of the clock: some seconds of work. */
const PAPERS_A_ROUND = 1000
/** Papers that are moved at once: markers take others of the same block meanwhile. */
export const MOVED_AT_ONCE = 200

/**
 * Brings similar answers together in the blocks that ask for it; a job of the clock. Only the order in which
 * papers are served changes: who may read them, and how often, stays as it is.
 *
 * @source domain rules 4.5
 */
export async function orderSimilar(services: Services): Promise<void> {
  const { db } = services
  for (const block of await selectSimilarBlocks(db)) {
    const { id: blockId } = block
    await printPapers(services, blockId)
    if (await isAllOrdered(db, blockId)) continue
    const { ids, moved } = await similarMoves(services, block)
    for (let from = 0; from < moved.length; from += MOVED_AT_ONCE)
      await withRetry(services, async (trx) => {
        // Switched off meanwhile, the block has its usual order again.
        await lockAllocation(trx, blockId)
        if (await isSimilarFirst(trx, blockId))
          await updateOrders(trx, moved.slice(from, from + MOVED_AT_ONCE))
      })
    await updateOrdered(db, blockId, ids)
  }
}

/** The papers of a block whose looks are known, and which of them go elsewhere; away from those who mark. */
export const similarMoves = runInWorker(
  import.meta.url,
  'similarMoves',
  async ({ db }, block: Pick<BlockRow, 'id' | 'exam_id' | 'subject_id' | 'salt'>) => {
    const prints = await selectPrints(db, block.id)
    const order = await orderOf(prints, await selectServingPlaces(db, block))
    return {
      ids: prints.map(({ id }) => id),
      moved: movedOf(prints, (id) => order.get(id) ?? 0),
    }
  },
)

/** Others are heard between the steps. */
async function orderOf(
  prints: readonly { id: number; ink: string }[],
  places: ReadonlyMap<number, number>,
): Promise<Map<EntityId, number>> {
  const steps = similarOrder(
    prints.map(({ id, ink }) => {
      return { id, ink: Buffer.from(ink, 'base64'), place: places.get(id) ?? 0 }
    }),
  )
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

/** By id, so that nobody who locks papers in that order waits for somebody who waits for them. */
export const movedOf = (
  units: readonly { id: number; ord: number }[],
  placeOf: (unitId: number) => number,
) =>
  units
    .filter(({ id, ord }) => placeOf(id) !== ord)
    .map(({ id }) => ({ id, ord: placeOf(id) }))
    .toSorted((a, b) => a.id - b.id)

async function printPapers(services: Services, blockId: number): Promise<void> {
  const codec = createPageCodec()
  for (const { id, images } of await selectUnprinted(services.db, blockId, PAPERS_A_ROUND)) {
    const [first = ''] = JSON.parse(images) as string[]
    const ink = await services.images
      .readBytes(first)
      .then(async (bytes) => Buffer.from(printOf(await codec.decodeGray(bytes))).toString('base64'))
      // What cannot be opened comes with the answers that show no ink.
      .catch(() => '')
    await savePrint(services.db, { unit_id: id, block_id: blockId, images, ink })
  }
}
