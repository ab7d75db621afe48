import { randomBytes } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { isoNow, minutesFrom } from '../../clock.ts'
import { hashOf } from '../../http/session.ts'
import type { Services } from '../../services.ts'
import type { Proof } from './proof.ts'
import type { ProviderId } from './provider-settings.ts'

/** What each kind of ticket says beside whose it is. */
interface TicketFacts {
  /** The first factor was right. */
  'second-factor': { proof: Proof; userRoleId: number; isInitial: boolean }
  /** The caller has just proved by the password, or by the phone that is bound, who they are. */
  self: Record<string, never>
  /** Somebody known at a provider, and not here yet. */
  link: { provider: ProviderId; subject: string }
  /** A sign-in that was begun at a provider. */
  oidc: { verifier: string; nonce: string }
  /** A partner sends somebody here. */
  entry: { target: string | null; schoolId: number; subject: string | null }
  /** A signature of a partner, which holds once. */
  nonce: Record<string, never>
}

type TicketKind = keyof TicketFacts

const BYTES = 32

interface Taken<Kind extends TicketKind> {
  userId: number | null
  facts: TicketFacts[Kind]
}

/** Makes what proves something once. @returns it; only its hash is kept */
export async function makeTicket<Kind extends TicketKind>(
  services: Services,
  kind: Kind,
  about: { userId: number | null; facts: TicketFacts[Kind]; minutes: number },
): Promise<string> {
  const ticket = randomBytes(BYTES).toString('base64url')
  await writeTicket(services, kind, ticket, about)
  return ticket
}

/** The same under a name that somebody else gave. @returns whether it is a new one */
export async function writeTicket<Kind extends TicketKind>(
  { db, clock }: Services,
  kind: Kind,
  ticket: string,
  { userId, facts, minutes }: { userId: number | null; facts: TicketFacts[Kind]; minutes: number },
): Promise<boolean> {
  await db.deleteFrom('ticket').where('expires_at', '<', isoNow(clock)).execute()
  const made = await db
    .insertInto('ticket')
    .values({
      hash: hashOf(`${kind} ${ticket}`),
      kind,
      user_id: userId,
      facts: JSON.stringify(facts),
      expires_at: minutesFrom(clock, minutes),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  return made !== undefined
}

/** Takes a ticket: nobody takes it again. @returns null for one that there is not, or no more */
export async function takeTicket<Kind extends TicketKind>(
  { clock }: Services,
  db: Db,
  kind: Kind,
  ticket: string,
): Promise<Taken<Kind> | null> {
  const row = await db
    .deleteFrom('ticket')
    .where('hash', '=', hashOf(`${kind} ${ticket}`))
    .where('expires_at', '>=', isoNow(clock))
    .returning(['user_id', 'facts'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, facts: JSON.parse(row.facts) as TicketFacts[Kind] } : null
}

/** The same, and it stays. */
export async function lookAtTicket<Kind extends TicketKind>(
  { db, clock }: Services,
  kind: Kind,
  ticket: string,
): Promise<Taken<Kind> | null> {
  const row = await db
    .selectFrom('ticket')
    .where('hash', '=', hashOf(`${kind} ${ticket}`))
    .where('expires_at', '>=', isoNow(clock))
    .select(['user_id', 'facts'])
    .executeTakeFirst()
  return row ? { userId: row.user_id, facts: JSON.parse(row.facts) as TicketFacts[Kind] } : null
}
