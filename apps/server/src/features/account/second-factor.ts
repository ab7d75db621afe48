import { randomBytes } from 'node:crypto'
import bwipjs from 'bwip-js/node'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { Secret, TOTP } from 'otpauth'
import { isoNow } from '../../clock.ts'
import { hashOf } from '../../http/session.ts'
import { forgetTries, takeTry } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'

const PERIOD = 30
/** Steps that the clock of a phone may be off. */
const WINDOW = 1
const RECOVERY_CODES = 10
/** 80 bits each. */
const RECOVERY_BYTES = 10
const LIMIT = { free: 5, waits: [1, 5, 15, 30], windowMinutes: 24 * 60 }

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ issuer: '衡卷', label, secret: Secret.fromBase32(secret), period: PERIOD })

/** Begins a second factor anew. @throws AppError SECOND_FACTOR_ON */
export async function beginFactor(
  { db, secrets }: Services,
  { userId, account }: { userId: number; account: string },
): Promise<{ secret: string; qr_svg: string }> {
  const { base32: secret } = new Secret({ size: 20 })
  const sealed = secrets.seal(secret)
  const begun = await db
    .insertInto('second_factor')
    .values({ user_id: userId, secret: sealed, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: sealed, last_step: 0 })
        .where('second_factor.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw new AppError('SECOND_FACTOR_ON')
  const text = totpOf(secret, account).toString()
  return { secret, qr_svg: bwipjs.toSVG({ bcid: 'qrcode', text, scale: 3 }) }
}

/** Turns it on, with new recovery codes. @throws AppError SECOND_FACTOR_ON, SECOND_FACTOR_OFF */
export async function confirmFactor(
  { clock }: Services,
  db: Db,
  userId: number,
): Promise<string[]> {
  const on = await db
    .updateTable('second_factor')
    .set({ confirmed_at: isoNow(clock) })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!on) throw new AppError('SECOND_FACTOR_ON')
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(plain(code)) })))
    .execute()
  return codes
}

export async function dropFactor(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const { numDeletedRows } = await db
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Four groups of four, of letters and digits that are not mistaken for others. */
function recoveryCode(): string {
  const { base32 } = Secret.fromHex(randomBytes(RECOVERY_BYTES).toString('hex'))
  return (base32.match(/.{4}/g) ?? []).join('-')
}

const plain = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

/**
 * Takes a number of the authenticator, or a recovery code: either holds once. Every try is counted before it is
 * looked at.
 *
 * @returns by which of them
 * @throws AppError SECOND_FACTOR_WRONG, SECOND_FACTOR_TOO_MANY, SECOND_FACTOR_OFF
 */
export async function takeFactor(
  services: Services,
  { userId, account }: { userId: number; account: string },
  code: string,
): Promise<'totp' | 'recovery'> {
  const { db, clock, secrets } = services
  const bucket = `second-factor:${userId}`
  const minutes = await takeTry(services, { bucket, account: account.toLowerCase(), ...LIMIT })
  if (minutes !== null) throw new AppError('SECOND_FACTOR_TOO_MANY', { minutes })
  const typed = plain(code)
  const by = /^\d{6}$/.test(typed) ? 'totp' : 'recovery'
  const right = by === 'totp' ? await takeNumber(db) : await takeRecovery(db)
  if (!right) throw new AppError('SECOND_FACTOR_WRONG')
  await forgetTries(services, bucket)
  return by

  async function takeNumber(db: Db): Promise<boolean> {
    const factor = await db
      .selectFrom('second_factor')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!factor) throw new AppError('SECOND_FACTOR_OFF')
    const timestamp = clock.now().getTime()
    const delta = totpOf(secrets.open(factor.secret)).validate({
      token: typed,
      window: WINDOW,
      timestamp,
    })
    if (delta === null) return false
    const step = Math.floor(timestamp / 1000 / PERIOD) + delta
    // Who looked over a shoulder is later than the owner.
    const { numUpdatedRows } = await db
      .updateTable('second_factor')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function takeRecovery(db: Db): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_code')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hashOf(typed))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
}
