import { verify } from '@node-rs/argon2'
import { AppError, isMobile } from '@hengjuan/domain'
import { isoNow, minutesFrom } from '../../clock.ts'
import { takeTry } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'
import { sixDigits } from '../../six-digits.ts'
import { SendError, sendNow, smsSettings } from '../notice/index.ts'
import { hashPassword } from './sign-in.ts'

type CodePurpose = 'login' | 'reset' | 'bind'

export const WAIT_SECONDS = 60
const LIVES_MINUTES = 5
const TRIES = 5
const HOUR = 60
const DAY = 24 * HOUR

/** How many codes are sent to one phone. @source platform 3.2 */
const LIMITS = [
  { name: 'minute', free: 1, minutes: 1 },
  { name: 'hour', free: 5, minutes: HOUR },
  { name: 'day', free: 10, minutes: DAY },
] as const
const ADDRESS_AN_HOUR = 30

const WORDS: Record<CodePurpose, string> = {
  login: '登录',
  reset: '重置密码',
  bind: '绑定手机',
}

/** @throws AppError PHONE_INVALID */
export function phoneOf(text: string): string {
  const phone = text.normalize('NFKC').replace(/[\s-]/g, '')
  if (!isMobile(phone)) throw new AppError('PHONE_INVALID')
  return phone
}

/**
 * Makes a code, and sends it where `isKnown`. For a phone that nobody has everything happens but the sending, so that
 * neither the answer nor what a wrong code is told says which numbers have accounts.
 *
 * @throws AppError SMS_NOT_CONFIGURED, CODE_TOO_MANY, CODE_NOT_SENT for a phone that is to be bound
 */
export async function sendCode(
  services: Services,
  {
    phone,
    purpose,
    network,
    isKnown,
  }: {
    phone: string
    purpose: CodePurpose
    network: string
    isKnown: boolean
  },
): Promise<void> {
  const { db, clock } = services
  if (!(await smsSettings(db)).enabled) throw new AppError('SMS_NOT_CONFIGURED')
  await count(services, {
    bucket: `code:address:${network}`,
    free: ADDRESS_AN_HOUR,
    minutes: HOUR,
  })
  for (const { name, free, minutes } of LIMITS)
    await count(services, { bucket: `code:${name}:${phone}`, free, minutes })
  const code = sixDigits()
  const values = {
    code_hash: await hashPassword(code),
    tries: 0,
    expires_at: minutesFrom(clock, LIVES_MINUTES),
  }
  await db
    .insertInto('phone_code')
    .values({ phone, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['phone', 'purpose']).doUpdateSet(values))
    .execute()
  if (!isKnown) return
  const sent = sendNow(services, 'sms', {
    to: phone,
    kind: 'code',
    title: '验证码',
    text: `验证码 ${code}，用于${WORDS[purpose]}，${LIVES_MINUTES} 分钟内有效，请勿告诉他人。`,
    link: null,
    idem: `hj-code-${purpose}-${phone}-${values.expires_at}`,
  })
  // Waited for only where the answer may tell that it failed.
  if (purpose !== 'bind') return void sent.catch(() => undefined)
  await sent.catch((error: unknown) => {
    if (!(error instanceof SendError)) throw error
    throw new AppError('CODE_NOT_SENT', { problem: error.message }).withCause(error)
  })
}

/** @throws AppError CODE_TOO_MANY */
async function count(
  services: Services,
  { bucket, free, minutes }: { bucket: string; free: number; minutes: number },
): Promise<void> {
  const wait = await takeTry(services, { bucket, free, waits: [minutes], windowMinutes: minutes })
  if (wait !== null) throw new AppError('CODE_TOO_MANY', { minutes: wait })
}

/**
 * Takes a code: a right one holds once. A try is counted before it is looked at.
 *
 * @throws AppError CODE_WRONG, CODE_EXPIRED
 */
export async function takeCode(
  services: Services,
  { phone, purpose, code }: { phone: string; purpose: CodePurpose; code: string },
): Promise<void> {
  const { db, clock } = services
  const tried = await db
    .updateTable('phone_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('tries', '<', TRIES)
    .where('expires_at', '>', isoNow(clock))
    .returning(['code_hash', 'tries'])
    .executeTakeFirst()
  if (!tried) throw new AppError('CODE_EXPIRED')
  const typed = code.normalize('NFKC').replace(/\s/g, '')
  if (!(await verify(tried.code_hash, typed))) {
    const left = TRIES - tried.tries
    if (left === 0) throw new AppError('CODE_EXPIRED')
    throw new AppError('CODE_WRONG', { left })
  }
  const { numDeletedRows } = await db
    .deleteFrom('phone_code')
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', tried.code_hash)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError('CODE_EXPIRED')
}

/** The account that a phone is bound to. */
export const selectByPhone = ({ db }: Pick<Services, 'db'>, phone: string) =>
  db
    .selectFrom('phone_binding')
    .innerJoin('user', 'user.id', 'phone_binding.user_id')
    .where('phone_binding.phone', '=', phone)
    .select(['user.id', 'user.account', 'user.disabled_at', 'user.school_id'])
    .executeTakeFirst()

/** Signs in by a phone that is bound. @throws AppError PHONE_INVALID, CODE_WRONG, CODE_EXPIRED */
export async function checkPhone(
  services: Services,
  given: { phone: string; code: string },
): Promise<number> {
  const phone = phoneOf(given.phone)
  await takeCode(services, { phone, purpose: 'login', code: given.code })
  const user = await selectByPhone(services, phone)
  // Unbound while the code was on its way.
  if (!user) throw new AppError('CODE_EXPIRED')
  return user.id
}
