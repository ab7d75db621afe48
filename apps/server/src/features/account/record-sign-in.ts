import type { Db } from '@hengjuan/db'
import type { AppError, Role } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../http/audit.ts'
import { clientLabel } from '../../http/client-label.ts'
import type { Services } from '../../services.ts'

interface Act {
  services: Services
  request: FastifyRequest
}

/** Records who came in, as what and with what. */
export async function recordSignIn(
  db: Db,
  { services, request }: Act,
  who: { userId: number; userRoleId: number },
  csrfToken: string,
): Promise<void> {
  const begun = await db
    .selectFrom('session')
    .innerJoin('user_role', 'user_role.id', 'session.user_role_id')
    .select(['session.client_id', 'user_role.role', 'user_role.school_id'])
    .where('session.csrf_token', '=', csrfToken)
    .where('session.user_id', '=', who.userId)
    .executeTakeFirstOrThrow()
  const session = {
    userId: who.userId,
    role: begun.role as Role,
    schoolId: begun.school_id,
    clientId: begun.client_id,
  }
  await audit(
    db,
    { services, session, request },
    { action: 'sign-in', object: `user:${who.userId}`, after: { address: request.ip } },
  )
}

/** Records an attempt that failed, in the school of the account where there is one; never the password. */
export async function recordFailedSignIn(
  act: Act & { session: null },
  attempt: { account: string; address: string },
  error: AppError,
): Promise<void> {
  const { services, request } = act
  const account = attempt.account.normalize('NFKC').trim()
  const user = await services.db
    .selectFrom('user')
    .select(['id', 'school_id'])
    .where('account', '=', account)
    .executeTakeFirst()
  await audit(services.db, act, {
    action: 'sign-in-failed',
    object: user ? `user:${user.id}` : 'user',
    schoolId: user?.school_id ?? null,
    after: {
      account,
      cause: error.message,
      address: attempt.address,
      client: clientLabel(request.headers['user-agent']),
    },
  })
}
