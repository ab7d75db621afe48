import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrateToLatest, openDatabase } from '@hengjuan/db'
import { startPostgresCluster } from '@hengjuan/db/testing/cluster'
import { sql } from 'kysely'

/** A migrated, empty database outside a test run, durable as in an installation. */
export interface LoadDatabase {
  url: string
  discard(): Promise<void>
}

/**
 * @param folder where the file of SQLite lies; a PostgreSQL server makes a folder of its own
 * @param binaries of the PostgreSQL to start; of the one that tests use where absent
 */
export async function openLoadDatabase(
  kind: 'sqlite' | 'postgres',
  folder: string,
  binaries?: string,
): Promise<LoadDatabase> {
  const opened = kind === 'sqlite' ? sqliteIn(folder) : await postgresServer(binaries)
  const db = openDatabase(opened.url)
  await migrateToLatest(db)
  await db.destroy()
  return opened
}

function sqliteIn(folder: string): LoadDatabase {
  const url = join(folder, 'load.sqlite')
  const files = ['', '-wal', '-shm'].map((end) => `${url}${end}`)
  return {
    url,
    discard: async () => {
      for (const file of files) await rm(file, { force: true })
    },
  }
}

async function postgresServer(binaries: string | undefined): Promise<LoadDatabase> {
  const cluster = await startPostgresCluster({ durable: true, binaries })
  return { url: cluster.adminUrl, discard: cluster.stop }
}

/** Accounts of the simple update, as many rows as `pgbench` has at scale 10. */
const ACCOUNTS = 1_000_000

/**
 * The transaction of `pgbench -N` (update, read back, write a line) on a SQLite file with one commit each:
 * the least that anything which keeps a mark has to do.
 *
 * @param stop  asked before each transaction
 * @returns milliseconds of each
 */
export async function simpleUpdates(url: string, stop: () => boolean): Promise<number[]> {
  const db = openDatabase(url)
  try {
    await sql`create table if not exists bench_account (id integer primary key, balance integer)`.execute(
      db,
    )
    await sql`create table if not exists bench_history (account integer, delta integer, at text)`.execute(
      db,
    )
    const { rows } = await sql`select 1 from bench_account limit 1`.execute(db)
    if (rows.length === 0)
      await sql`insert into bench_account
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ACCOUNTS)})
        select i, 0 from n`.execute(db)
    const ms: number[] = []
    while (!stop()) {
      const began = performance.now()
      const id = 1 + Math.floor(Math.random() * ACCOUNTS)
      await db.transaction().execute(async (db) => {
        await sql`update bench_account set balance = balance + 7 where id = ${id}`.execute(db)
        await sql`select balance from bench_account where id = ${id}`.execute(db)
        await sql`insert into bench_history values (${id}, 7, ${'2026-11-20'})`.execute(db)
      })
      ms.push(performance.now() - began)
    }
    return ms
  } finally {
    await db.destroy()
  }
}
