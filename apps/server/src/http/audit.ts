import type { Db } from '@hengjuan/db'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'
import type { Session } from './session.ts'

/** Who does something by a call, as it is handed on to what does it. */
export interface Act {
  services: Services
  session: Session
  request: { id: string }
}

/** Records who did what to which thing. Call it inside the transaction of the act itself. */
export async function audit(
  db: Db,
  who: {
    services: Services
    session:
      | (Pick<Session, 'userId' | 'role'> & Partial<Pick<Session, 'schoolId' | 'clientId'>>)
      | null
    request: { id: string }
  },
  entry: {
    action: string
    object: string
    before?: unknown
    after?: unknown
    /** Whose record it belongs to, where that is not the school that the person acts for. */
    schoolId?: number | null
  },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      at: isoNow(who.services.clock),
      user_id: who.session?.userId ?? null,
      role: who.session?.role ?? null,
      action: entry.action,
      object: entry.object,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      request_id: who.request.id,
      school_id: entry.schoolId ?? who.session?.schoolId ?? null,
      client_id: who.session?.clientId ?? null,
    })
    .execute()
}
