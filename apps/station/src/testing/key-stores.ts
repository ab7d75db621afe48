import type { KeyPlace, KeyStore } from '../core/secrets/key-store.ts'

/** A TEST DOUBLE of a place for keys: keeps them in memory, and can lose them or be away. */
export function keyStoreDouble(place: KeyPlace = 'secret-service') {
  const keys = new Map<string, Buffer>()
  const state = { isAway: false }
  const store: KeyStore = {
    place,
    isAvailable: async () => !state.isAway,
    keep: async (keyId, key) => {
      keys.set(keyId, key)
      return ''
    },
    fetch: async (keyId) => (state.isAway ? null : (keys.get(keyId) ?? null)),
  }
  return { store, keys, state }
}
