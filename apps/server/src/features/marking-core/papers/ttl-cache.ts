import type { Db } from '@hengjuan/db'

/** How long what only estimates is kept before it is asked for again. */
const KEPT_MS = 10_000
/** As many values as are kept of one kind. */
const MOST = 20_000

/**
 * Keeps values that are asked for at every paper and change slowly, such as the usual time of a paper.
 * Nothing that decides who may do what belongs here: another process may have changed it.
 *
 * @param load gives the values of the keys that are not known; what it leaves out is asked for again
 */
export function ttlCache<Key extends string | number, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<Map<Key, Value>>,
): (on: object, db: Db, keys: readonly Key[]) => Promise<Map<Key, Value>> {
  const stores = new WeakMap<object, Map<Key, { value: Value; until: number }>>()
  return async (on, db, keys) => {
    const store = stores.get(on) ?? new Map<Key, { value: Value; until: number }>()
    stores.set(on, store)
    const now = performance.now()
    const missing = [...new Set(keys)].filter((key) => (store.get(key)?.until ?? 0) < now)
    if (store.size > MOST) store.clear()
    const loaded = missing.length > 0 ? await load(db, missing) : new Map<Key, Value>()
    for (const [key, value] of loaded) store.set(key, { value, until: now + KEPT_MS })
    return new Map(
      keys.flatMap((key) => {
        const value = loaded.get(key) ?? store.get(key)?.value
        return value === undefined ? [] : [[key, value] as const]
      }),
    )
  }
}
