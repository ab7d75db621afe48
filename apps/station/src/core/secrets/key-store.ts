/** Where a data key can be kept; the name goes into the key record beside the data. */
export type KeyPlace = 'safe-storage' | 'secret-service' | 'keychain' | 'dpapi' | 'file'

/** One place that keeps data keys. */
export interface KeyStore {
  readonly place: KeyPlace
  /** Can a key be kept here, now, on this computer? */
  isAvailable: () => Promise<boolean>
  /**
   * Keeps a key.
   *
   * @returns what has to stand in the key record to get it back: the key in a form that only this
   *   place opens; empty when the place holds the key itself
   */
  keep: (keyId: string, key: Buffer) => Promise<string>
  /** The key, or null when the place no longer has or no longer opens it. */
  fetch: (keyId: string, kept: string) => Promise<Buffer | null>
}

/** In the words of the operator. */
export const KEY_PLACES: Record<KeyPlace, string> = {
  'safe-storage': '系统密钥库',
  'secret-service': '系统密钥环（Secret Service）',
  keychain: 'macOS 钥匙串',
  dpapi: 'Windows 用户密钥（DPAPI）',
  file: '密钥文件',
}
