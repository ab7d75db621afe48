import type { Database, Db } from './database.ts'

/** Serialisation failure and deadlock of PostgreSQL: nothing was done, and doing it again may succeed. */
const CAME_SECOND = ['40001', '40P01']
const TRIES = 6

/**
 * Runs work in a transaction, again from the start when another transaction came first.
 *
 * @param isRepeatable further errors after which the work is worth another try
 */
export async function transact<T>(
  db: Database,
  work: (db: Db) => Promise<T>,
  isRepeatable: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = String((error as { code?: unknown } | null)?.code)
      if (attempt === TRIES || !(CAME_SECOND.includes(code) || isRepeatable(error))) throw error
    }
}
