import type { Db } from '@hengjuan/db'
import DataLoader from 'dataloader'

/**
 * Looks rows up for all who ask at the same time in one statement. Nobody is answered from before they asked.
 *
 * @param load the rows of some keys; without those that do not exist
 */
export function batchLoader<Key, Row>(
  load: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const loaders = new WeakMap<Db, DataLoader<Key, Row | undefined>>()
  const loaderOf = (db: Db) => {
    const loader = new DataLoader<Key, Row | undefined>(
      async (keys) => {
        loader.clearAll()
        const rows = await load(db, keys)
        return keys.map((key) => rows.get(key))
      },
      { batchScheduleFn: (dispatch) => void setImmediate(dispatch) },
    )
    loaders.set(db, loader)
    return loader
  }
  return (db, key) => (loaders.get(db) ?? loaderOf(db)).load(key)
}
