import type { markStatus, ReplyOf } from '@hengjuan/contracts'
import { AppError, type InputSign, leaseUntil } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { dueOf } from '../../marking-setup/index.ts'
import {
  assertMarks,
  IS_IN_HAND,
  isStoppedBySeeds,
  listedImagesOf,
  medianOf,
  putBackSeeds,
  readingsInHand,
  releaseClaims,
  selectBlockRules,
  selectClaimIds,
  selectHeld,
  selectRecentActiveMs,
} from '../../marking-core/index.ts'
import { ownProgress } from '../../claiming/index.ts'
import { addInputSigns, seedFeedbackOf } from '../../quality/index.ts'

const AGAIN = ['rejected', 'taken_back']

/**
 * What an open marking page asks once a minute.
 *
 * @param page `renew` holds on to the papers in hand; `signs` is what the page saw in its own input
 */
export async function statusOf(
  services: Services,
  blockId: number,
  markerId: number,
  { renew, signs = [] }: { renew: boolean; signs?: readonly InputSign[] },
): Promise<ReplyOf<typeof markStatus>> {
  const { db, clock } = services
  const rules = await selectBlockRules(db, blockId)
  const own = await assertMarks(services, rules, markerId)
  await addInputSigns(db, blockId, markerId, signs)
  // Whoever seeds stopped holds nothing; if it could not be taken from them, it goes back by itself.
  if (renew && !isStoppedBySeeds(own))
    await db
      .updateTable('reading')
      .set({
        lease_until: leaseUntil(clock.now(), medianOf(await selectRecentActiveMs(db, blockId))),
      })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom(readingsInHand(db))
          .select('reading.id')
          .where('block_id', '=', blockId)
          .where('marker_id', '=', markerId)
          .where(IS_IN_HAND),
      )
      .execute()
  const claims = await db
    .selectFrom(readingsInHand(db))
    .select(['id as reading_id', 'lease_until'])
    .where('block_id', '=', blockId)
    .where('marker_id', '=', markerId)
    .where(IS_IN_HAND)
    .where('role', '<>', 'ARB')
    .orderBy('id')
    .execute()
  const held = await selectHeld(db, blockId, markerId)
  const unplaced = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .select(['reading.id as reading_id', 'reading.total_milli'])
    .select(['unit.id', 'unit.secret_code', 'unit.images'])
    .where('reading.block_id', '=', blockId)
    .where('reading.marker_id', '=', markerId)
    .where('reading.state', '=', 'released')
    .where('reading.role', '<>', 'ARB')
    .where('reading.total_milli', 'is not', null)
    .orderBy('reading.id', 'desc')
    .limit(50)
    .execute()
  const images = await listedImagesOf(db, services, unplaced)
  return {
    status: rules.block.status,
    ...(await dueOf(services, rules.block)),
    claims,
    again: held.flatMap(({ id, state }) => (AGAIN.includes(state) ? [id] : [])),
    unplaced: unplaced.map((row) => ({
      reading_id: row.reading_id,
      secret_code: row.secret_code,
      total_milli: row.total_milli ?? 0,
      images: images.get(row.id) ?? [],
    })),
    seed_feedback: await seedFeedbackOf(services, rules, markerId),
    mine: await ownProgress(db, rules, markerId),
  }
}

/** Gives papers back unmarked; all in hand without ids. @throws AppError MARKING_NOT_YOUR_READING */
export async function returnPapers(
  services: Services,
  blockId: number,
  markerId: number,
  readingIds: readonly number[] | undefined,
): Promise<number> {
  const held = await selectClaimIds(services.db, { blockId, markerId })
  const wanted = readingIds ? held.filter(({ id }) => readingIds.includes(id)) : held
  const seeds = await putBackSeeds(services.db, { blockId, markerId, readingIds })
  if (readingIds && wanted.length + seeds.length < readingIds.length) {
    const foreign = await services.db
      .selectFrom('reading')
      .select('id')
      .where('id', 'in', [...readingIds])
      .where('marker_id', '<>', markerId)
      .executeTakeFirst()
    if (foreign) throw new AppError('MARKING_NOT_YOUR_READING')
  }
  return seeds.length + (await releaseClaims(services, wanted, 'returned', markerId))
}
