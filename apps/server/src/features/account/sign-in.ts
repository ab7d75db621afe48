import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { accountKey, forgetTries, giveTryBack, takeTry } from '../../http/try-limit.ts'
import { knownPlace, type SignInPlace } from './sign-in-places.ts'

const WINDOW_MINUTES = 24 * 60
/** Minutes to wait after the last free try of an account from one place, the next one, and so on. */
const WAITS = [1, 2, 5, 15, 30]
const NETWORK_WINDOW_MINUTES = 15
/**
 * Failed sign-ins from one address over all accounts, after which it takes an account that has signed in from there
 * before: hundreds of teachers and students share the address of their school, and mistype.
 */
const STRANGER_TRIES = 200
/** After so many more, only browsers that are known go on from there. */
const KNOWN_TRIES = 2000

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

/** Is this the password? Without a hash it takes as long, and is wrong. */
export async function isPassword(hashed: string | null, password: string): Promise<boolean> {
  const isRight = await verify(hashed ?? decoy, password)
  return hashed !== null && isRight
}

interface Attempt {
  account: string
  password: string
  place: SignInPlace
}

/**
 * Checks an account and its password. Every try is counted before the password is looked at, for the account and the
 * place together: what is tried elsewhere keeps nobody out who is at a browser that they have signed in with before.
 *
 * @returns whose they are
 * @throws AppError SIGN_IN_TOO_MANY, SIGN_IN_FAILED
 */
export async function checkSignIn(services: Services, attempt: Attempt): Promise<number> {
  // Copied with a space, or typed with a Chinese keyboard that makes digits wide.
  const account = attempt.account.normalize('NFKC').trim()
  const user = await services.db
    .selectFrom('user')
    .select(['id', 'password_hash'])
    .where('account', '=', account)
    .executeTakeFirst()
  const buckets = await countTry(services, account, user?.id ?? null, attempt.place)
  const right = await verify(user?.password_hash ?? decoy, attempt.password)
  if (!user || !right) throw new AppError('SIGN_IN_FAILED')
  await forgetTries(services, buckets.own)
  for (const bucket of buckets.shared) await giveTryBack(services, bucket)
  return user.id
}

/** @throws AppError SIGN_IN_TOO_MANY */
async function countTry(
  services: Services,
  account: string,
  userId: number | null,
  place: SignInPlace,
): Promise<{ own: string; shared: string[] }> {
  const known =
    userId === null ? { device: false, network: false } : await knownPlace(services, userId, place)
  const take = async (limit: Parameters<typeof takeTry>[1]) => {
    const minutes = await takeTry(services, limit)
    if (minutes !== null) throw new AppError('SIGN_IN_TOO_MANY', { minutes })
    return limit.bucket
  }
  const name = accountKey(account)
  const from = known.device ? `device:${place.device}` : `network:${place.network}`
  const own = await take({
    bucket: `sign-in:${from}:${name}`,
    account: name,
    free: services.config.signInTries,
    waits: WAITS,
    windowMinutes: WINDOW_MINUTES,
  })
  if (known.device) return { own, shared: [] }
  const whole = known.network ? 'known' : 'strangers'
  const shared = await take({
    bucket: `sign-in:${whole}:${place.network}`,
    free: known.network ? KNOWN_TRIES : STRANGER_TRIES,
    waits: [NETWORK_WINDOW_MINUTES],
    windowMinutes: NETWORK_WINDOW_MINUTES,
  })
  return { own, shared: [shared] }
}
