import { type Db, isUniqueViolation } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'

/** Serialisation failure and deadlock of PostgreSQL: the transaction is to be repeated. */
const REPEATABLE = ['40001', '40P01']
const TRIES = 6

/** Somebody else's transaction came first; the same work may succeed on what it left. */
const cameSecond = (error: unknown): boolean =>
  isUniqueViolation(error) ||
  REPEATABLE.includes(String((error as { code?: unknown } | null)?.code)) ||
  (error instanceof AppError && error.code === 'VERSION_CONFLICT')

/** Runs work in a transaction, again from the start when another transaction came first. */
export async function withRetry<T>(services: Services, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await services.db.transaction().execute(work)
    } catch (error) {
      if (attempt === TRIES || !cameSecond(error)) throw error
    }
}
