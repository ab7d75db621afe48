import type { Services } from '../../../services.ts'
import type { Turn } from '../../marking-setup/index.ts'
import type { ClaimWindow } from './claim-windows.query.ts'
import { END_OF_RING } from './serving-ring.ts'

/** More markers at work than one process has; then it begins anew. */
const MOST = 20_000

const windowsSeen = new WeakMap<Services, Map<string, ClaimWindow>>()

const keyOf = (blockId: number, markerId: number): string => `${blockId} ${markerId}`

/** Where markers look next if everything goes on as it did. */
export function rememberWindows(services: Services, turns: readonly Turn[]): void {
  const seen = windowsSeen.get(services) ?? new Map<string, ClaimWindow>()
  windowsSeen.set(services, seen)
  if (seen.size > MOST) seen.clear()
  for (const { pool, at, taking, keeping } of turns)
    if (taking > 0)
      seen.set(keyOf(pool.blockId, pool.markerId), {
        ...pool,
        slot: 'base',
        fromOrd: at,
        beforeOrd: END_OF_RING,
        limit: taking,
        ...keeping,
      })
}

/**
 * Where markers who hand something in will most likely look. A guess costs a look into the pool where it is
 * wrong, and spares a way to the database where it is right; nobody is given anything because of it that they
 * would not be given without it.
 */
export function guessWindows(
  services: Services,
  markers: readonly { blockId: number; markerId: number }[],
): ClaimWindow[] {
  const seen = windowsSeen.get(services)
  return markers.flatMap(({ blockId, markerId }) => seen?.get(keyOf(blockId, markerId)) ?? [])
}
