import { AppError, type Door, enteredRole, mayDo, type Role } from '@hengjuan/domain'
import { secondFactorRule } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isoNow } from '../../clock.ts'
import { beginSession, type Held } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { settingAt } from '../setting/index.ts'
import { describeUser } from './describe-user.ts'
import type { Proof } from './proof.ts'
import { recordSignIn } from './record-sign-in.ts'
import { placeOf, rememberPlace } from './sign-in-places.ts'
import { makeTicket } from './ticket.ts'

interface Entering {
  userId: number
  proof: Proof
  entry: Door
  userRoleId?: number | undefined
}

interface EnterCall {
  services: Services
  request: FastifyRequest
  reply: FastifyReply
}

/** A second factor is asked for within this time. */
const FACTOR_MINUTES = 10

/**
 * Lets somebody in who proved who they are: begins the session, unless their second factor is still to be asked for.
 *
 * @throws AppError ACCOUNT_DISABLED, PASSWORD_EXPIRED_INITIAL, SECOND_FACTOR_NEEDED with a ticket among its fields, and
 *   the entry warnings of the specification, section 5
 */
export async function letIn(call: EnterCall, entering: Entering) {
  const { services } = call
  const { db, clock } = services
  const user = await db
    .selectFrom('user')
    .leftJoin('second_factor', 'second_factor.user_id', 'user.id')
    .where('user.id', '=', entering.userId)
    .select(['user.disabled_at', 'user.initial_until', 'second_factor.confirmed_at'])
    .executeTakeFirstOrThrow()
  if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED')
  const isInitial = entering.proof === 'password' && user.initial_until !== null
  if (isInitial && (user.initial_until ?? '') < isoNow(clock))
    throw new AppError('PASSWORD_EXPIRED_INITIAL')
  const userRoleId = await entryRole(db, entering)
  if (user.confirmed_at === null) return begin(call, { ...entering, userRoleId }, isInitial)
  const ticket = await makeTicket(services, 'second-factor', {
    userId: entering.userId,
    facts: { proof: entering.proof, userRoleId, isInitial },
    minutes: FACTOR_MINUTES,
  })
  throw new AppError('SECOND_FACTOR_NEEDED').withDetails([{ path: 'ticket', message: ticket }])
}

/** Begins the session of somebody who proved all that is asked of them. */
export async function begin(
  { services, request, reply }: EnterCall,
  who: { userId: number; userRoleId: number },
  isInitial: boolean,
) {
  const held = isInitial ? 'password' : await factorHold(services.db, who)
  const csrfToken = await services.db.transaction().execute(async (db) => {
    const token = await beginSession(services, db, reply, { ...who, held })
    await rememberPlace(services, db, who.userId, placeOf(services, request), reply)
    await recordSignIn(db, { services, request }, who, token)
    return token
  })
  return describeUser(services.db, { ...who, csrfToken, held })
}

/** `factor` for an administrator without a second factor on a server that asks for one. */
export async function factorHold(
  db: Db,
  who: { userId: number; userRoleId: number },
): Promise<Held | null> {
  const { value } = await settingAt(db, secondFactorRule, {})
  if (!value.required) return null
  const own = await db
    .selectFrom('user_role')
    .leftJoin('second_factor', 'second_factor.user_id', 'user_role.user_id')
    .where('user_role.id', '=', who.userRoleId)
    .select(['user_role.role', 'second_factor.confirmed_at'])
    .executeTakeFirstOrThrow()
  return isAdministrator(own.role as Role) && own.confirmed_at === null ? 'factor' : null
}

/** Whose account opens what is everybody's: exams, people, scores before their release. */
export const isAdministrator = (role: Role): boolean =>
  mayDo(role, 'exam.manage') || mayDo(role, 'account.manage')

/** The role to enter with. @throws AppError the warnings of the entry, by which the page offers the other one */
async function entryRole(db: Db, { userId, entry, userRoleId }: Entering): Promise<number> {
  const roles = await db
    .selectFrom('user_role')
    .select(['id', 'role', 'school_id'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const held = roles.map((row) => ({
    id: row.id,
    role: row.role as Role,
    isBound: row.school_id !== null,
  }))
  const entered = enteredRole(held, entry, userRoleId)
  if ('warning' in entered) throw new AppError(entered.warning)
  return entered.id
}
