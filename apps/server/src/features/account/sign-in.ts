import { type Algorithm, hash, verify } from '@node-rs/argon2'
import type { Db } from '@hengjuan/db'
import { AppError, type EntryKind, enteredRole, type Role } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { clearHits, countHit, forgiveHits, hitsOf } from '../../http/rate-limit.ts'

const WINDOW_MINUTES = 15
/**
 * Failed sign-ins from one address, of accounts that did not sign in after all: hundreds of teachers and students
 * share the address of their school, and mistype.
 */
const ADDRESS_TRIES = 200

/** OWASP's minimum for argon2id; about 15 ms a sign-in. */
const ARGON2ID = {
  algorithm: 2 as Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
}

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2ID)

/** Verified for unknown accounts, so that they answer as slowly as known ones. */
const decoy = await hashPassword('no account has this password')

/**
 * Checks an account and its password.
 *
 * @returns the user and the role to enter with
 * @throws AppError SIGN_IN_TOO_MANY, SIGN_IN_FAILED, ACCOUNT_DISABLED and the entry warnings of the
 *   specification, section 5
 */
export async function checkSignIn(
  services: Services,
  attempt: {
    account: string
    password: string
    entry: EntryKind
    userRoleId: number | undefined
    address: string
  },
): Promise<{ userId: number; userRoleId: number }> {
  // Copied with a space, or typed with a Chinese keyboard that makes digits wide.
  const account = attempt.account.normalize('NFKC').trim()
  const byAccount = `sign-in:account:${account.toLowerCase()}`
  const byAddress = `sign-in:address:${attempt.address}`
  const failed = await hitsOf(services, byAccount, WINDOW_MINUTES)
  const tooMany =
    failed >= services.config.signInTries ||
    (await hitsOf(services, byAddress, WINDOW_MINUTES)) >= ADDRESS_TRIES
  if (tooMany) throw new AppError('SIGN_IN_TOO_MANY', { minutes: WINDOW_MINUTES })

  const user = await services.db
    .selectFrom('user')
    .select(['id', 'password_hash', 'disabled_at'])
    .where('account', '=', account)
    .executeTakeFirst()
  const right = await verify(user?.password_hash ?? decoy, attempt.password)
  if (!user || !right) {
    await countHit(services, byAccount, WINDOW_MINUTES)
    await countHit(services, byAddress, WINDOW_MINUTES)
    throw new AppError('SIGN_IN_FAILED')
  }
  if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED')
  if (failed > 0) {
    await clearHits(services, byAccount)
    await forgiveHits(services, byAddress, failed)
  }
  return { userId: user.id, userRoleId: await entryRole(services.db, user.id, attempt) }
}

/** The role to enter with. @throws AppError the warnings of the entry, by which the page offers the other one */
async function entryRole(
  db: Db,
  userId: number,
  { entry, userRoleId: wanted }: { entry: EntryKind; userRoleId: number | undefined },
): Promise<number> {
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
  const entered = enteredRole(held, entry, wanted)
  if ('warning' in entered) throw new AppError(entered.warning)
  return entered.id
}
