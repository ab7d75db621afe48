import { AppError, isLoopbackAddress } from '@hengjuan/domain'
import { Client, InvalidCredentialsError } from 'ldapts'
import { accountKey, forgetTries, takeTry } from '../../http/try-limit.ts'
import type { Services } from '../../services.ts'
import type { OutsidePerson } from './oidc.ts'
import { type LdapSettings, ldapSettings } from './provider-settings.ts'

const WAIT_MS = 10_000
const WAITS = [1, 2, 5, 15, 30]
const WINDOW_MINUTES = 24 * 60

/**
 * Checks a person by signing in as them at the directory.
 *
 * @throws AppError PROVIDER_OFF, SIGN_IN_FAILED, SIGN_IN_TOO_MANY, THIRD_LOGIN_FAILED where it does not answer
 */
export async function checkDirectory(
  services: Services,
  given: { account: string; password: string; network: string },
): Promise<OutsidePerson> {
  const settings = await ldapSettings(services.db)
  if (!settings.enabled) throw new AppError('PROVIDER_OFF', { provider: settings.label })
  const account = given.account.normalize('NFKC').trim()
  // Directories let in whoever sends no password, as nobody.
  if (account === '' || given.password === '') throw new AppError('SIGN_IN_FAILED')
  const bucket = `ldap:${given.network}:${accountKey(account)}`
  const minutes = await takeTry(services, {
    bucket,
    account: accountKey(account),
    free: services.config.signInTries,
    waits: WAITS,
    windowMinutes: WINDOW_MINUTES,
  })
  if (minutes !== null) throw new AppError('SIGN_IN_TOO_MANY', { minutes })
  const name = nameOf(settings, account)
  try {
    await withDirectory(settings, (client) => client.bind(name, given.password))
  } catch (error) {
    if (error instanceof InvalidCredentialsError) throw new AppError('SIGN_IN_FAILED')
    throw new AppError('THIRD_LOGIN_FAILED').withCause(error)
  }
  await forgetTries(services, bucket)
  return { subject: name.toLowerCase(), account, phone: null }
}

/** Connects, over TLS but within this computer, and ends the connection again. */
export async function withDirectory<T>(
  { url, start_tls, ca }: LdapSettings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const tls = { minVersion: 'TLSv1.2' as const, ...(ca.trim() === '' ? {} : { ca: [ca] }) }
  const isTls = url.startsWith('ldaps:')
  if (!isTls && !start_tls && !isLoopbackAddress(url))
    throw new Error('a directory elsewhere is not asked in the clear')
  const client = new Client({
    url,
    timeout: WAIT_MS,
    connectTimeout: WAIT_MS,
    ...(isTls ? { tlsOptions: tls } : {}),
  })
  try {
    if (!isTls && start_tls) await client.startTLS(tls)
    return await work(client)
  } finally {
    await client.unbind().catch(() => undefined)
  }
}

/** The name to sign in with: nothing that is typed can end its place in the template. */
export const nameOf = ({ user_dn }: Pick<LdapSettings, 'user_dn'>, account: string): string =>
  user_dn.replaceAll('{account}', () => escapedName(account))

/** @source RFC 4514, section 2.4 */
const escapedName = (text: string): string =>
  text
    .replace(/[\\,+"<>;=]/g, (sign) => `\\${sign}`)
    .replace(/^[ #]/, (sign) => `\\${sign}`)
    .replace(/ $/, '\\ ')
    // oxlint-disable-next-line no-control-regex -- NUL and its like end names in directories
    .replace(/[\u0000-\u001f]/g, '')
