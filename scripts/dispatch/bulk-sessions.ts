import { randomBytes } from 'node:crypto'
import { createCaller } from '@hengjuan/client'
import { isoNow, minutesFrom } from '../../apps/server/src/clock.ts'
import { hashOf } from '../../apps/server/src/http/session.ts'
import type { Services } from '../../apps/server/src/services.ts'
import type { Account } from '../demo/account.ts'

/** One of many signed-in people. */
export type BulkPerson = Pick<Account, 'call' | 'credentials'>

/** Rows that one statement writes. */
const AT_ONCE = 500

/**
 * Sessions of many people, written as signing in writes them: to check thousands of passwords would take
 * longer than what is measured.
 *
 * @returns in the order of the users; `at` makes one a caller of a server
 */
export async function openSessions(
  { db, clock, config }: Services,
  userIds: readonly number[],
): Promise<{ at: (address: string) => BulkPerson }[]> {
  const roles = new Map(
    (await db.selectFrom('user_role').select(['id', 'user_id']).execute()).map((row) => [
      row.user_id,
      row.id,
    ]),
  )
  const opened = userIds.map((userId) => ({
    userId,
    id: randomBytes(32).toString('base64url'),
    csrfToken: randomBytes(24).toString('base64url'),
  }))
  for (let first = 0; first < opened.length; first += AT_ONCE)
    await db
      .insertInto('session')
      .values(
        opened.slice(first, first + AT_ONCE).map(({ userId, id, csrfToken }) => ({
          id_hash: hashOf(id),
          user_id: userId,
          user_role_id: roles.get(userId) ?? 0,
          csrf_token: csrfToken,
          created_at: isoNow(clock),
          last_seen_at: isoNow(clock),
          expires_at: minutesFrom(clock, config.sessionHours * 60),
        })),
      )
      .execute()
  return opened.map(({ id, csrfToken }) => {
    const credentials = {
      cookie: `hj_session=${id}; hj_csrf=${csrfToken}`,
      'x-csrf-token': csrfToken,
    }
    return {
      at: (address) => {
        const { call } = createCaller({
          baseUrl: address,
          fetch: (path, init) => {
            const headers = new Headers(init?.headers)
            headers.set('cookie', credentials.cookie)
            return fetch(path, { ...init, headers })
          },
          csrfToken: () => csrfToken,
        })
        return { call, credentials: () => credentials }
      },
    }
  })
}
