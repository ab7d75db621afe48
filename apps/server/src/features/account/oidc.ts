import { AppError, isLoopbackAddress } from '@hengjuan/domain'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { Services } from '../../services.ts'
import { type OidcSettings, oidcSettings } from './provider-settings.ts'
import { makeTicket, takeTicket } from './ticket.ts'

const WAIT_SECONDS = 10
export const STATE_MINUTES = 10

/** Who somebody is, as the provider says. */
export interface OutsidePerson {
  subject: string
  /** 工号 or account. */
  account: string | null
  /** Only one that the provider has verified. */
  phone: string | null
}

/** What the provider says of itself. @throws whatever is wrong with its answer */
export const discoverProvider = ({
  issuer,
  client_id,
  client_secret,
}: OidcSettings): Promise<Configuration> =>
  discovery(
    new URL(issuer),
    client_id,
    client_secret || undefined,
    client_secret === '' ? None() : undefined,
    {
      timeout: WAIT_SECONDS,
      execute: [
        // What the provider signed is checked, however it came.
        enableNonRepudiationChecks,
        // In the clear within this computer only.
        ...(isLoopbackAddress(issuer) ? [allowInsecureRequests] : []),
      ],
    },
  )

const redirectOf = ({ base_url }: OidcSettings): string => `${base_url.replace(/\/+$/, '')}/Login`

/**
 * Begins a sign-in at the provider.
 *
 * @returns the address to go to, and the state by which the browser that began it is known again
 * @throws AppError PROVIDER_OFF, THIRD_LOGIN_FAILED where the provider does not answer
 */
export async function beginOidc(services: Services): Promise<{ url: string; state: string }> {
  const settings = await enabledOidc(services)
  const verifier = randomPKCECodeVerifier()
  const nonce = randomNonce()
  const provider = await discoverProvider(settings).catch(failed)
  const facts = { verifier, nonce }
  const state = await makeTicket(services, 'oidc', { userId: null, facts, minutes: STATE_MINUTES })
  const url = buildAuthorizationUrl(provider, {
    redirect_uri: redirectOf(settings),
    scope: settings.scope,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url: url.href, state }
}

/**
 * Ends it: the code is exchanged, and what the provider signed is checked.
 *
 * @throws AppError PROVIDER_OFF, THIRD_LOGIN_FAILED
 */
export async function endOidc(
  services: Services,
  given: { code: string; state: string; iss?: string | undefined },
): Promise<OutsidePerson> {
  const settings = await enabledOidc(services)
  const begun = await takeTicket(services, services.db, 'oidc', given.state)
  if (!begun) throw new AppError('THIRD_LOGIN_FAILED')
  const back = new URL(redirectOf(settings))
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) back.searchParams.set(name, value)
  const tokens = await discoverProvider(settings)
    .then((provider) =>
      authorizationCodeGrant(provider, back, {
        pkceCodeVerifier: begun.facts.verifier,
        expectedNonce: begun.facts.nonce,
        expectedState: given.state,
        idTokenExpected: true,
      }),
    )
    .catch(failed)
  const claims = tokens.claims()
  if (!claims) throw new AppError('THIRD_LOGIN_FAILED')
  const account = claims[settings.account_claim]
  const phone = claims['phone_number']
  return {
    subject: claims.sub,
    account: typeof account === 'string' ? account : null,
    phone:
      typeof phone === 'string' && claims['phone_number_verified'] === true
        ? phone.replace(/^\+?86[- ]?/, '')
        : null,
  }
}

async function enabledOidc(services: Services): Promise<OidcSettings> {
  const settings = await oidcSettings(services)
  if (!settings.enabled) throw new AppError('PROVIDER_OFF', { provider: settings.label })
  return settings
}

function failed(cause: unknown): never {
  throw new AppError('THIRD_LOGIN_FAILED').withCause(cause)
}
