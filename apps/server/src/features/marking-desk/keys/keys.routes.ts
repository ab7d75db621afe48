import { markingKeys, markingKeysSet } from '@hengjuan/contracts'
import { isoNow } from '../../../clock.ts'
import { serve, type ServeApp } from '../../../http/serve.ts'
import { findKeyChoice, storeKeyChoice } from './keys.query.ts'

/** The keys of the marking page follow their person from computer to computer. @source ui D2 (default keys) */
export function registerMarkingKeys(target: ServeApp): void {
  serve(target, markingKeys, async ({ services, session }) => ({
    choice: await findKeyChoice(services.db, session.userId),
  }))

  serve(target, markingKeysSet, async ({ body, services, session }) => {
    await storeKeyChoice(services.db, session.userId, body, isoNow(services.clock))
    return { choice: await findKeyChoice(services.db, session.userId) }
  })
}
