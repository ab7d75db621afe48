import { safeStorage } from 'electron'
import type { KeyStore } from '../core/secrets/key-store.ts'

/**
 * Electron's door to the system's key store: DPAPI, the keychain, or the keyring of a Linux desktop. The
 * key stands in the key record as only that store can open it.
 */
export const safeStorageKeys: KeyStore = {
  place: 'safe-storage',
  isAvailable: async () =>
    safeStorage.isEncryptionAvailable() &&
    // Without a keyring Chromium "encrypts" with a password that stands in its sources.
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  keep: async (_keyId, key) => safeStorage.encryptString(key.toString('base64')).toString('base64'),
  fetch: async (_keyId, kept) => {
    try {
      return Buffer.from(safeStorage.decryptString(Buffer.from(kept, 'base64')), 'base64')
    } catch {
      return null
    }
  },
}
