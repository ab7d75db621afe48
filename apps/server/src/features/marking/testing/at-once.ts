import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Services } from '../../../services.ts'

/**
 * Holds something in a transaction of its own, until it is let go. On PostgreSQL only.
 *
 * @param lock what the transaction does first
 */
export async function hold(
  { db }: Services,
  lock: (db: Db) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const ended = db.transaction().execute(async (trx) => {
    await lock(trx)
    held.resolve()
    await end.promise
  })
  const letGo = async () => {
    end.resolve()
    await ended
  }
  onTestFinished(letGo)
  await Promise.race([held.promise, ended])
  return letGo
}

/** The same with a table, so that everybody stops who is about to write to it. */
export const holdTable = (services: Services, table: string) =>
  hold(services, (db) => sql`lock table ${sql.table(table)} in share mode`.execute(db))

/** Waits until so many wait for a lock, or one that is watched does not wait at all. */
export async function untilWaiting(
  { db }: Services,
  count: number,
  watched?: Promise<unknown>,
): Promise<void> {
  const seen = { isOver: false, waiting: 0 }
  const over = () => void (seen.isOver = true)
  watched?.then(over, over)
  while (seen.waiting < count && !seen.isOver) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    seen.waiting = Number(rows[0]?.count)
  }
}

/**
 * Lets one begin that stops where it writes to a table, then another; the first goes on once the other waits for it,
 * or is done without.
 *
 * @returns how both ended
 */
export async function atOnce<First, Second>(
  services: Services,
  table: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[PromiseSettledResult<First>, PromiseSettledResult<Second>]> {
  const letGo = await holdTable(services, table)
  const one = first()
  await untilWaiting(services, 1, one)
  const other = second()
  await untilWaiting(services, 2, other)
  const both = Promise.allSettled([one, other])
  await letGo()
  return both
}
