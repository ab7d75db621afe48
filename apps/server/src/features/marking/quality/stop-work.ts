import { AppError, isSeedStopped, type SeedState } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import type { Assignment } from '../dispatch/claim-turn.ts'
import { releaseClaims } from '../dispatch/release-claims.ts'
import { selectClaimIds } from '../engine/unit.query.ts'
import { putBackSeeds } from './put-back-seeds.ts'

type Standing = Pick<Assignment, 'seed_state'>

/** Was a marker stopped by seeds, so that a leader must clear before more work? @source domain rules 7.3 */
export const isStoppedBySeeds = ({ seed_state }: Standing): boolean =>
  isSeedStopped(seed_state as SeedState)

/**
 * Refuses to let a marker go on, or off a block and on it again, past the leader who has to clear.
 *
 * @throws AppError MARKING_SEED_NOT_CLEARED
 */
export function assertCleared(person: Standing & { name: string }): void {
  if (isStoppedBySeeds(person))
    throw new AppError('MARKING_SEED_NOT_CLEARED', { name: person.name })
}

/**
 * Takes out of the hands of a marker whom seeds stopped what they have not marked, as of whoever is replaced:
 * the papers go back to the pool, those that measure them too, and the next ones begin with a seed. What was
 * sent back or taken back stays, since nobody else may read it in that place.
 *
 * Call it behind the transaction that stopped them: from there on they are given nothing, and nothing that they
 * hand in is taken.
 *
 * @returns how many papers went back
 */
export async function stopWork(
  services: Services,
  on: { blockId: number; markerId: number },
): Promise<number> {
  const claims = await selectClaimIds(services.db, on)
  const measuring = await putBackSeeds(services.db, on)
  return measuring.length + (await releaseClaims(services, claims, 'recalled', null))
}
