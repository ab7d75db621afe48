import { type Db, isUniqueViolation, transact } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'

/** Somebody else took the slot or changed the unit first; the same work may succeed on what they left. */
const cameSecond = (error: unknown): boolean =>
  isUniqueViolation(error) || (error instanceof AppError && error.code === 'VERSION_CONFLICT')

/** Runs work in a transaction, again from the start when another transaction came first. */
export const withRetry = <T>(services: Services, work: (db: Db) => Promise<T>): Promise<T> =>
  transact(services.db, work, cameSecond)
