import { ldapProvider, oidcProvider, partnerProvider } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { settingAt } from '../setting/index.ts'

export type ProviderId = 'oidc' | 'ldap' | 'partner'

type Opener = Pick<Services, 'db' | 'secrets'>

export async function oidcSettings({ db, secrets }: Opener) {
  const { value } = await settingAt(db, oidcProvider, {})
  return { ...value, client_secret: secrets.open(value.client_secret) }
}

export const ldapSettings = async (db: Db) => (await settingAt(db, ldapProvider, {})).value

export async function partnerSettings({ db, secrets }: Opener) {
  const { value } = await settingAt(db, partnerProvider, {})
  return { ...value, secret: secrets.open(value.secret) }
}

export type OidcSettings = Awaited<ReturnType<typeof oidcSettings>>
export type LdapSettings = Awaited<ReturnType<typeof ldapSettings>>

/** What people call each provider. */
export async function providerLabels(services: Opener): Promise<Record<ProviderId, string>> {
  const [oidc, ldap, partner] = await Promise.all([
    oidcSettings(services),
    ldapSettings(services.db),
    partnerSettings(services),
  ])
  return { oidc: oidc.label, ldap: ldap.label, partner: partner.label }
}
