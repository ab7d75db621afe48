import type { Db } from '@hengjuan/db'

interface Asker<Row> {
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Looks rows up for all who ask at the same time in one statement: those who come while one runs wait for
 * the next, so nobody is answered from before they asked.
 *
 * @param load the rows of some keys; without those that do not exist
 */
export function askedTogether<Key, Row>(
  load: (db: Db, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const waiting = new WeakMap<Db, Map<Key, Asker<Row>[]>>()
  const running = new WeakSet<Db>()

  async function answer(db: Db): Promise<void> {
    const asked = waiting.get(db)
    waiting.delete(db)
    if (!asked) return
    running.add(db)
    try {
      const rows = await load(db, [...asked.keys()])
      for (const [key, askers] of asked) for (const { resolve } of askers) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error)
    } finally {
      running.delete(db)
      plan(db)
    }
  }

  /** After what else arrives in this turn of the process. */
  function plan(db: Db): void {
    if (waiting.has(db)) setImmediate(() => running.has(db) || void answer(db))
  }

  return (db, key) =>
    new Promise((resolve, reject) => {
      const asked = waiting.get(db) ?? new Map<Key, Asker<Row>[]>()
      const isFirst = asked.size === 0
      asked.set(key, [...(asked.get(key) ?? []), { resolve, reject }])
      waiting.set(db, asked)
      if (isFirst && !running.has(db)) plan(db)
    })
}
