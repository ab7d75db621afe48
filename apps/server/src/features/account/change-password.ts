import { verify } from '@node-rs/argon2'
import { AppError } from '@hengjuan/domain'
import { type Act, audit } from '../../http/audit.ts'
import { accountKey, forgetTries, takeTry } from '../../http/try-limit.ts'
import type { Session } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import { notify } from '../notice/index.ts'
import { factorHold } from './let-in.ts'
import { assertPassword } from './password.ts'
import { hashPassword } from './sign-in.ts'

const WINDOW_MINUTES = 60
const WAITS = [15]

/**
 * Changes the own password. Every other session of the person ends: whoever knew the old one is out.
 *
 * @throws AppError PASSWORD_WRONG, PASSWORD_SAME, PASSWORD_WEAK, PASSWORD_TOO_MANY
 */
export async function changeOwnPassword(
  act: Act,
  given: { password: string; new_password: string },
): Promise<void> {
  const { services, session } = act
  const user = await assertOwnPassword(services, session, given.password)
  if (given.new_password === given.password) throw new AppError('PASSWORD_SAME')
  assertPassword(given.new_password, user.account)
  const passwordHash = await hashPassword(given.new_password)
  await services.db.transaction().execute(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('user')
      .set({ password_hash: passwordHash, initial_until: null })
      .where('id', '=', session.userId)
      // An administrator may have reset it meanwhile.
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new AppError('PASSWORD_WRONG')
    await db
      .deleteFrom('session')
      .where('user_id', '=', session.userId)
      .where('id_hash', '<>', session.idHash)
      .execute()
    await db
      .updateTable('session')
      .set({ held: await factorHold(db, session) })
      .where('id_hash', '=', session.idHash)
      .where('held', '=', 'password')
      .execute()
    await notify(db, services, {
      kind: 'account',
      to: [session.userId],
      title: '您的密码已修改',
      text: '其他地方的登录已失效。不是您本人修改时，请立即联系学校管理员重置密码。',
      schoolId: session.schoolId,
    })
    await audit(db, act, { action: 'change-password', object: `user:${session.userId}` })
  })
}

/**
 * Is it the caller's own? Tries are counted, or a page that somebody left open would tell the password to whoever
 * tries long enough.
 *
 * @throws AppError PASSWORD_WRONG, PASSWORD_TOO_MANY
 */
export async function assertOwnPassword(
  services: Services,
  session: Session,
  password: string,
): Promise<{ account: string; password_hash: string }> {
  const bucket = `change-password:${session.userId}`
  const minutes = await takeTry(services, {
    bucket,
    account: accountKey(session.account),
    free: services.config.signInTries,
    waits: WAITS,
    windowMinutes: WINDOW_MINUTES,
  })
  if (minutes !== null) throw new AppError('PASSWORD_TOO_MANY', { minutes })
  const user = await services.db
    .selectFrom('user')
    .select(['account', 'password_hash'])
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow()
  if (!(await verify(user.password_hash, password))) throw new AppError('PASSWORD_WRONG')
  await forgetTries(services, bucket)
  return user
}
