import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Database, openDatabase } from '../src/database.ts'
import { migrations } from '../src/migrations/index.ts'
import type { DatabaseKind } from './index.ts'
import { emptyPostgresUrl } from './postgres-urls.ts'

/** The last step that the database of before has taken. */
const LAST = '20261203T0310-hold-while-drawing'
const FILES = path.join(import.meta.dirname, 'older')

/**
 * A database as the version of commit ef12c517 wrote it: two schools of twelve students, an exam with a released
 * version, another one with candidates of both schools, and an account of a bureau. On SQLite it is that file; on
 * PostgreSQL the steps of before are taken and its rows written.
 */
export async function olderDatabase(kind: DatabaseKind): Promise<{
  url: string
  discard: () => Promise<void>
  /** How many rows each table has. */
  counts: Record<string, number>
}> {
  const rows = await readRows()
  const opened = kind === 'sqlite' ? await fileOfBefore() : await emptyPostgresUrl()
  if (kind === 'postgres') await writeRows(opened.url, rows)
  const byTable = Map.groupBy(rows, ([table]) => table)
  const counts = Object.fromEntries([...byTable].map(([table, list]) => [table, list.length]))
  return { ...opened, counts }
}

type Line = [table: string, row: Record<string, unknown>]

async function readRows(): Promise<Line[]> {
  const text = gunzipSync(await readFile(path.join(FILES, 'ef12c517.ndjson.gz'))).toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

async function fileOfBefore() {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-older-'))
  const url = path.join(folder, 'older.sqlite')
  await writeFile(url, gunzipSync(await readFile(path.join(FILES, 'ef12c517.sqlite.gz'))))
  return { url, discard: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

async function writeRows(url: string, rows: readonly Line[]): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateTo(LAST)
    if (error) throw new Error('the steps of before failed', { cause: error })
    // Rows come as they were: neither triggers nor the order of references may have a say.
    await sql`set session_replication_role = replica`.execute(db)
    for (const table of new Set(rows.map(([name]) => name)))
      await sql`delete from ${sql.table(table)}`.execute(db)
    for (const [table, row] of rows) await insertRow(db, table, row)
    for (const table of new Set(rows.filter(([, row]) => 'id' in row).map(([name]) => name)))
      await sql`select setval(seq, (select max(id) from ${sql.table(table)}))
        from (select pg_get_serial_sequence(${`"${table}"`}, 'id') as seq) as own
        where seq is not null`.execute(db)
  } finally {
    await db.destroy()
  }
}

const insertRow = (db: Database, table: string, row: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db)
