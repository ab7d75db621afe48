import {
  checkPassword,
  checkPhoneCode,
  resetByPhone,
  sendPhoneCode,
  updatePhone,
} from '@hengjuan/contracts'
import { type Db, isUniqueViolation } from '@hengjuan/db'
import { AppError, maskedPhone } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../clock.ts'
import { audit } from '../../http/audit.ts'
import { serve, type ServeApp } from '../../http/serve.ts'
import { networkOf, unlockAccount } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'
import { notify, sendNow, smsSettings } from '../notice/index.ts'
import { assertOwnPassword } from './change-password.ts'
import { assertPassword } from './password.ts'
import { phoneOf, selectByPhone, sendCode, takeCode, WAIT_SECONDS } from './phone-code.ts'
import { hashPassword } from './sign-in.ts'
import { makeTicket, takeTicket } from './ticket.ts'

const SELF_MINUTES = 10

/** Codes by SMS, and what they are for beside signing in. */
export function registerPhone(target: ServeApp): void {
  serve(target, sendPhoneCode, async ({ body, services, request, hasSession }) => {
    const phone = phoneOf(body.phone)
    const { purpose } = body
    if (purpose === 'bind' && !hasSession) throw new AppError('LOGIN_EXPIRED')
    const bound = await selectByPhone(services, phone)
    const isKnown = purpose === 'bind' || (bound !== undefined && bound.disabled_at === null)
    await sendCode(services, { phone, purpose, network: networkOf(request.ip), isKnown })
    return { ok: true as const, wait_seconds: WAIT_SECONDS }
  })

  serve(target, resetByPhone, async ({ body, services, request }) => {
    const phone = phoneOf(body.phone)
    const user = await selectByPhone(services, phone)
    // Before the code is spent.
    assertPassword(body.new_password, ...(user ? [user.account] : []))
    await takeCode(services, { phone, purpose: 'reset', code: body.code })
    const account = body.account?.normalize('NFKC').trim() ?? ''
    if (!user || (account !== '' && account !== user.account)) throw new AppError('SIGN_IN_FAILED')
    if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED')
    const password_hash = await hashPassword(body.new_password)
    await services.db.transaction().execute(async (db) => {
      await db
        .updateTable('user')
        .set({ password_hash, initial_until: null })
        .where('id', '=', user.id)
        .execute()
      await db.deleteFrom('session').where('user_id', '=', user.id).execute()
      await unlockAccount(db, user.account)
      await notify(db, services, {
        kind: 'account',
        to: [user.id],
        title: '您的密码已通过手机重置',
        text: '所有地方的登录已失效。不是您本人操作时，请立即联系学校管理员。',
        schoolId: user.school_id,
      })
      await audit(
        db,
        { services, request, session: null },
        {
          action: 'reset-by-phone',
          object: `user:${user.id}`,
          schoolId: user.school_id,
        },
      )
    })
    return { ok: true as const, account: user.account }
  })

  serve(target, checkPassword, async ({ body, services, session }) => {
    await assertOwnPassword(services, session, body.password)
    return selfTicket(services, session.userId)
  })

  serve(target, checkPhoneCode, async ({ body, services, session }) => {
    const phone = phoneOf(body.phone)
    const bound = await selectByPhone(services, phone)
    // A phone of somebody else proves nothing, whatever code was sent to it.
    if (bound?.id !== session.userId) throw new AppError('CODE_EXPIRED')
    await takeCode(services, { phone, purpose: body.purpose, code: body.code })
    return selfTicket(services, session.userId)
  })

  serve(target, updatePhone, async (call) => {
    const { body, services, session } = call
    const phone = body.phone.trim() === '' ? null : phoneOf(body.phone)
    if (phone !== null) await takeCode(services, { phone, purpose: 'bind', code: body.code })
    const before = await services.db.transaction().execute(async (db) => {
      const ticket = await takeTicket(services, db, 'self', body.ticket)
      if (ticket?.userId !== session.userId) throw new AppError('TICKET_EXPIRED')
      const old = await bindPhone(db, services, session.userId, phone)
      await audit(db, call, {
        action: 'phone-bind',
        object: `user:${session.userId}`,
        before: { phone: maskedPhone(old) },
        after: { phone: maskedPhone(phone) },
      })
      await notify(db, services, {
        kind: 'account',
        to: [session.userId],
        title: phone === null ? '您的手机已解绑' : '您绑定的手机已更换',
        text: '不是您本人操作时，请立即修改密码并联系学校管理员。',
        schoolId: session.schoolId,
      })
      return old
    })
    if (before !== null && before !== phone) void tellOld(services, before).catch(() => undefined)
    return { phone_masked: maskedPhone(phone) }
  })
}

async function selfTicket(services: Services, userId: number) {
  const ticket = await makeTicket(services, 'self', { userId, facts: {}, minutes: SELF_MINUTES })
  return { ticket, expires_at: minutesFrom(services.clock, SELF_MINUTES) }
}

/** @returns the phone before. @throws AppError PHONE_TAKEN */
async function bindPhone(
  db: Db,
  { clock }: Services,
  userId: number,
  phone: string | null,
): Promise<string | null> {
  const own = await db
    .deleteFrom('phone_binding')
    .where('user_id', '=', userId)
    .returning('phone')
    .executeTakeFirst()
  if (phone === null) return own?.phone ?? null
  const other = await selectByPhone({ db }, phone)
  if (other) throw new AppError('PHONE_TAKEN', { masked: maskedAccount(other.account) })
  try {
    await db
      .insertInto('phone_binding')
      .values({ user_id: userId, phone, at: isoNow(clock) })
      .execute()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('PHONE_TAKEN', { masked: '刚刚绑定的账号' }).withCause(error)
  }
  return own?.phone ?? null
}

/** Enough to know the own account by. */
const maskedAccount = (account: string): string =>
  account.length <= 2 ? `${account.slice(0, 1)}*` : `${account.slice(0, 1)}***${account.slice(-1)}`

async function tellOld(services: Services, phone: string): Promise<void> {
  if (!(await smsSettings(services.db)).enabled) return
  await sendNow(services, 'sms', {
    to: phone,
    kind: 'account',
    title: '手机已解绑',
    text: '您的手机已与衡卷账号解除绑定。不是您本人操作时，请立即修改密码并联系学校管理员。',
    link: null,
    idem: `hj-unbound-${phone}-${isoNow(services.clock)}`,
  })
}
