import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isoNow, minutesFrom } from '../../clock.ts'
import { hashOf } from '../../http/session.ts'
import { networkOf } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'

const DAY_MINUTES = 24 * 60
/** A device, or an address, that an account has not signed in from for longer is a new one. */
const KNOWN_DAYS = 180
const ID_BYTES = 32
const ID_FORM = /^[\w-]{43}$/

/** Where a sign-in comes from. */
export interface SignInPlace {
  /** Hash of what the browser keeps; null where it keeps nothing. */
  device: string | null
  network: string
}

const cookieName = ({ config }: Services): string =>
  config.secureCookies ? '__Host-hj_device' : 'hj_device'

export function placeOf(services: Services, request: FastifyRequest): SignInPlace {
  const id = request.cookies[cookieName(services)]
  const device = id !== undefined && ID_FORM.test(id) ? hashOf(id) : null
  return { device, network: networkOf(request.ip) }
}

/** What of this place the account has signed in from before. */
export async function knownPlace(
  { db, clock }: Services,
  userId: number,
  { device, network }: SignInPlace,
): Promise<{ device: boolean; network: boolean }> {
  const rows = await db
    .selectFrom('sign_in_place')
    .select(['kind', 'place'])
    .where('user_id', '=', userId)
    .where('place', 'in', [device ?? '', network])
    .where('last_at', '>', minutesFrom(clock, -KNOWN_DAYS * DAY_MINUTES))
    .execute()
  return {
    device: rows.some(({ kind, place }) => kind === 'device' && place === device),
    network: rows.some(({ kind }) => kind === 'network'),
  }
}

/** Remembers where somebody signed in from; the browser keeps who it is, for next time. */
export async function rememberPlace(
  services: Services,
  db: Db,
  userId: number,
  place: SignInPlace,
  reply: FastifyReply,
): Promise<void> {
  let { device } = place
  if (device === null) {
    const id = randomBytes(ID_BYTES).toString('base64url')
    device = hashOf(id)
    void reply.setCookie(cookieName(services), id, {
      path: '/',
      sameSite: 'lax',
      secure: services.config.secureCookies,
      httpOnly: true,
      maxAge: KNOWN_DAYS * DAY_MINUTES * 60,
    })
  }
  const last_at = isoNow(services.clock)
  await db
    .insertInto('sign_in_place')
    .values([
      { user_id: userId, kind: 'device', place: device, last_at },
      { user_id: userId, kind: 'network', place: place.network, last_at },
    ])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'place']).doUpdateSet({ last_at }),
    )
    .execute()
}
