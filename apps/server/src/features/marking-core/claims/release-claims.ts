import type { Db } from '@hengjuan/db'
import type { ReleaseCause } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { applyEvent } from '../engine/apply-event.ts'
import { putBackSeeds } from '../seeds/put-back-seeds.ts'
import { selectExpiredClaims } from '../engine/unit.query.ts'
import { withRetry } from '../engine/with-retry.ts'

const BATCH = 500

/**
 * Ends claims, each in a transaction of its own, so that markers are not held up. Pages of markers whose papers were
 * taken from them look at once.
 */
export async function releaseClaims(
  services: Services,
  claims: readonly { id: number; unit_id: number }[],
  cause: ReleaseCause,
  actorId: number | null,
): Promise<number> {
  let released = 0
  for (const { id, unit_id } of claims) {
    const { effects } = await withRetry(services, (db) =>
      applyEvent(
        db,
        services,
        unit_id,
        { type: 'release', readingId: id, cause },
        { userId: actorId },
      ),
    )
    if (effects.length > 0) released++
  }
  if ((cause === 'recalled' || cause === 'cleared') && released > 0)
    await notifyMarkers(
      services.db,
      claims.map(({ unit_id }) => unit_id),
    )
  return released
}

/**
 * Has pages of markers look at once, after papers were taken from them: any update gives the blocks of these another
 * stamp, which whoever follows an exam is told.
 */
export async function notifyMarkers(db: Db, unitIds: readonly number[]): Promise<void> {
  const units = [...new Set(unitIds)]
  for (let from = 0; from < units.length; from += BATCH)
    await db
      .updateTable('block')
      .set((eb) => ({ status: eb.ref('status') }))
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('unit')
          .where('id', 'in', units.slice(from, from + BATCH))
          .select('block_id'),
      )
      .execute()
}

/** A heartbeat that is on its way when the time runs out still counts. */
const GRACE_MS = 5_000

/** Gives papers whose lease ran out back to the pool. @returns how many */
export async function sweepLeases(services: Services): Promise<number> {
  const before = new Date(services.clock.now().getTime() - GRACE_MS).toISOString()
  await putBackSeeds(services.db, { before })
  const expired = await selectExpiredClaims(services.db, before, BATCH)
  return releaseClaims(services, expired, 'expired', null)
}
