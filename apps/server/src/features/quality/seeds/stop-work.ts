import type { Services } from '../../../services.ts'
import { putBackSeeds, releaseClaims, selectClaimIds } from '../../marking-core/index.ts'

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
