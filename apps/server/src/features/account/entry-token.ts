import { createHmac, timingSafeEqual } from 'node:crypto'
import type { entryToken, InputOf } from '@hengjuan/contracts'
import { AppError, isOwnAddress } from '@hengjuan/domain'
import { minutesFrom } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { accountOf } from './outside-person.ts'
import { partnerSettings } from './provider-settings.ts'
import { makeTicket, takeTicket, writeTicket } from './ticket.ts'

type Asked = InputOf<typeof entryToken>['body']

const LIVES_MINUTES = 5
/** How far the clocks of a partner and of the server may be apart; a nonce is remembered for longer. */
const SKEW_SECONDS = 300

/** What a partner signs: its lines in this order, empty where there is nothing to say. */
export const signedText = (asked: Omit<Asked, 'signature'>): string =>
  [
    asked.key,
    asked.time,
    asked.nonce,
    asked.school_id,
    asked.account ?? '',
    asked.external_id ?? '',
    asked.target ?? '',
  ].join('\n')

/**
 * Makes the link by which somebody comes from a partner's page.
 *
 * @throws AppError PROVIDER_OFF, ENTRY_SIGNATURE, ENTRY_PERSON_UNKNOWN, INPUT_INVALID
 */
export async function makeEntry(services: Services, asked: Asked) {
  const { clock } = services
  const partner = await partnerSettings(services)
  if (!partner.enabled) throw new AppError('PROVIDER_OFF', { provider: partner.label })
  const expected = createHmac('sha256', partner.secret).update(signedText(asked)).digest()
  const given = Buffer.from(asked.signature, 'hex')
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
  const skew = Math.abs(clock.now().getTime() / 1000 - asked.time)
  if (!isSigned || asked.key !== partner.key || skew > SKEW_SECONDS)
    throw new AppError('ENTRY_SIGNATURE')
  const about = { userId: null, facts: {}, minutes: (2 * SKEW_SECONDS) / 60 }
  if (!(await writeTicket(services, 'nonce', asked.nonce, about)))
    throw new AppError('ENTRY_SIGNATURE')
  const target = asked.target ?? null
  if (target !== null && !isOwnAddress(target))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: 'target', message: '应为本站以 / 开头的地址' },
    ])
  const user = await personOf(services, asked, partner.trusted)
  const facts = {
    target,
    schoolId: asked.school_id,
    subject: asked.external_id ?? null,
  }
  const ticket = { userId: user?.id ?? null, facts, minutes: LIVES_MINUTES }
  const token = await makeTicket(services, 'entry', ticket)
  const url = new URL(target ?? '/MainPage/homePage', partner.base_url)
  url.searchParams.set('token', token)
  url.searchParams.set('school_id', String(asked.school_id))
  if (user) {
    url.searchParams.set('user_id', String(user.id))
    url.searchParams.set('user_name', user.name)
  }
  return { token, expires_at: minutesFrom(clock, LIVES_MINUTES), url: url.href }
}

/** Who is meant; null for an identity that is not linked yet. @throws AppError ENTRY_PERSON_UNKNOWN */
async function personOf({ db }: Services, asked: Asked, isTrusted: boolean) {
  const people = db
    .selectFrom('user')
    .select(['user.id', 'user.name'])
    .where('user.disabled_at', 'is', null)
    .where('user.id', 'in', (eb) =>
      eb.selectFrom('user_role').select('user_id').where('school_id', '=', asked.school_id),
    )
  const linked =
    asked.external_id === undefined
      ? undefined
      : await people
          .innerJoin('outside_identity', 'outside_identity.user_id', 'user.id')
          .where('outside_identity.provider', '=', 'partner')
          .where('outside_identity.subject', '=', asked.external_id)
          .executeTakeFirst()
  if (linked) return linked
  const named =
    isTrusted && asked.account !== undefined
      ? await people
          .where('user.account', '=', asked.account.normalize('NFKC').trim())
          .executeTakeFirst()
      : undefined
  if (named) return named
  if (asked.external_id === undefined) throw new AppError('ENTRY_PERSON_UNKNOWN')
  return null
}

/** Takes the token of an entry link. @throws AppError THIRD_LOGIN_FAILED, LINK_NEEDED */
export async function takeEntry(
  services: Services,
  given: { token: string; user_id?: string | undefined; school_id?: string | undefined },
): Promise<{ userId: number; schoolId: number; target: string | null }> {
  const entry = await takeTicket(services, services.db, 'entry', given.token)
  if (!entry) throw new AppError('THIRD_LOGIN_FAILED')
  const { schoolId, subject, target } = entry.facts
  // A link that somebody rewrote leads nowhere.
  const isOther =
    (given.user_id !== undefined && given.user_id !== String(entry.userId ?? '')) ||
    (given.school_id !== undefined && given.school_id !== String(schoolId))
  if (isOther) throw new AppError('THIRD_LOGIN_FAILED')
  if (entry.userId !== null) return { userId: entry.userId, schoolId, target }
  const { label } = await partnerSettings(services)
  const person = { subject: subject ?? '', account: null, phone: null }
  const userId = await accountOf(services, { id: 'partner', label, trusted: false }, person)
  return { userId, schoolId, target }
}
