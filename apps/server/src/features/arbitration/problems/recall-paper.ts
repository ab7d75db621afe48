import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { releaseClaims } from '../../marking-core/index.ts'
import { deleteProblemHold } from './problem-hold.query.ts'

/** Takes one paper out of the hands of whoever has it, leaders too. @returns from how many */
export async function recallPaper(
  services: Services,
  unitId: number,
  actorId: number,
): Promise<number> {
  const claims = await services.db
    .selectFrom('reading')
    .select(['id', 'unit_id'])
    .where('unit_id', '=', unitId)
    .where('state', '=', 'claimed')
    .execute()
  const released = await releaseClaims(services, claims, 'recalled', actorId)
  const isFreed = await deleteProblemHold(services.db, unitId, { at: isoNow(services.clock) })
  return released + (isFreed ? 1 : 0)
}
