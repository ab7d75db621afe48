import type { Generated } from 'kysely'
import type { JsonText, TimeText } from './columns.ts'

/** A mobile number that its owner has proved; one account has it. */
export interface PhoneBindingTable {
  user_id: number
  phone: string
  at: TimeText
}

/** The last code sent to a phone for a purpose; gone once it was right. */
export interface PhoneCodeTable {
  phone: string
  /** login, reset or bind. */
  purpose: string
  /** argon2id: six digits are found at once by any faster hash. */
  code_hash: string
  tries: Generated<number>
  expires_at: TimeText
}

/** What proves something once, in the hands of a browser or a partner. */
export interface TicketTable {
  /** SHA-256 of it. */
  hash: string
  /** What it proves, see `TicketFacts` at the server. */
  kind: string
  user_id: number | null
  facts: JsonText
  expires_at: TimeText
}

/** What a person's authenticator makes its numbers from. */
export interface SecondFactorTable {
  user_id: number
  /** Base32, sealed. */
  secret: string
  /** Null until the first number was right: asked for at sign-in only then. */
  confirmed_at: TimeText | null
  /** Step of 30 seconds of the last number taken; none is taken twice. */
  last_step: Generated<number>
}

/** What lets in once without the authenticator; gone when used. */
export interface RecoveryCodeTable {
  user_id: number
  /** SHA-256: each has 80 bits. */
  code_hash: string
}

/** Who somebody is at a provider of identities. */
export interface OutsideIdentityTable {
  /** oidc, ldap or partner. */
  provider: string
  subject: string
  user_id: number
  at: TimeText
}
