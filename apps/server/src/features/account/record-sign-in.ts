import type { Db } from '@hengjuan/db'
import type { AppError, Role } from '@hengjuan/domain'
import type { FastifyRequest } from 'fastify'
import { audit } from '../../http/audit.ts'
import { clientLabel } from '../../http/client-label.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'

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
  await tellOfNewDevice(db, services, who.userId, begun.client_id)
}

/** Whoever signs in with what the account was never used with hears of it, unless it is the first time at all. */
async function tellOfNewDevice(
  db: Db,
  services: Services,
  userId: number,
  clientId: number | null,
): Promise<void> {
  const clients = await db
    .selectFrom('mark_client')
    .select(['id', 'label'])
    .where('user_id', '=', userId)
    .execute()
  const own = clients.find(({ id }) => id === clientId)
  const before = clients.filter(({ id }) => id !== clientId)
  if (!own || before.length === 0 || before.some(({ label }) => label === own.label)) return
  await notify(db, services, {
    kind: 'account',
    to: [userId],
    title: '您的账号在新设备上登录',
    text: `设备：${own.label}。不是您本人时，请立即修改密码并联系学校管理员。`,
  })
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
