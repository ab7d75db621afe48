import type { Store } from '../store/open-store.ts'
import { findSetting, putSetting } from '../store/settings.store.ts'

const NAME = 'scanner-certificates'
type Known = Record<string, string>

/** The certificate that a network scanner showed when it was connected first; SHA-256, hexadecimal. */
export const knownCertificate = (db: Store, deviceId: string): string | undefined =>
  findSetting<Known>(db, NAME)?.[originOf(deviceId)]

export function keepCertificate(db: Store, deviceId: string, sha256: string): void {
  putSetting(db, NAME, { ...findSetting<Known>(db, NAME), [originOf(deviceId)]: sha256 })
}

/** The next certificate that the scanner shows is believed. */
export function forgetCertificate(db: Store, deviceId: string): void {
  const { [originOf(deviceId)]: _, ...others } = findSetting<Known>(db, NAME) ?? {}
  putSetting(db, NAME, others)
}

const originOf = (deviceId: string): string =>
  URL.canParse(deviceId) ? new URL(deviceId).origin : deviceId
