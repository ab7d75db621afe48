import { CLAIMS } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { sweepLeases } from '../../marking-core/index.ts'

/** In this time every open page has told what it holds on to, and sent what waited for the server. */
const HEARD_MS = 2 * CLAIMS.heartbeatMs
/** What the clock on the wall may gain on elapsed time from one look to the next without having been set. */
const DRIFT_MS = 10_000

/**
 * Gives back papers whose lease ran out, unless it may have run out without anybody's leaving: while the server or its
 * database was away pages could not renew it, and when the clock was set it did not take the time that it says. Then
 * pages have the time of two heartbeats before a paper is taken away, and with it the mark that is on its way.
 *
 * @returns the sweep, for whatever runs it again and again
 */
export function leaseSweep(services: Services): () => Promise<number> {
  const { clock } = services
  const nowMs = () => clock.now().getTime()
  const elapsedMs = clock.elapsedMs ?? nowMs
  let heardSince = elapsedMs()
  let ahead = nowMs() - elapsedMs()
  return async () => {
    const gained = nowMs() - elapsedMs() - ahead
    ahead += gained
    if (Math.abs(gained) > DRIFT_MS) heardSince = elapsedMs()
    if (elapsedMs() - heardSince < HEARD_MS) {
      // Asked all the same: a database that is away is heard of here.
      await services.db.selectFrom('reading').select('id').limit(1).execute().catch(failed)
      return 0
    }
    return sweepLeases(services).catch(failed)
  }

  function failed(error: unknown): never {
    heardSince = elapsedMs()
    throw error
  }
}
