import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, inject, onTestFinished } from 'vitest'

import { type Database, isPostgres, openDatabase } from '../src/index.ts'
import { TEMPLATE } from './global-setup.ts'
import { createPostgres } from './postgres-urls.ts'

export type DatabaseKind = 'sqlite' | 'postgres'

/**
 * Runs a suite on SQLite and on a real PostgreSQL; the suite gets the kind.
 *
 * @example
 * everyDatabase('spot checks on %s', (kind) => {
 *   test('the newest stands first', async () => {
 *     const db = await migratedDatabase(kind)
 *   })
 * })
 */
export const everyDatabase = describe.each<DatabaseKind>(['sqlite', 'postgres'])

/**
 * Opens a database of its own with every migration applied, no rows in it, dropped after the test.
 *
 * It has one connection, so a query that misses its transaction hangs instead of passing; pass
 * `poolSize` where concurrency is the subject (PostgreSQL only).
 *
 * Must be called inside a test or in `beforeEach`; a suite that shares a database uses
 * `migratedDatabaseUrl` and closes what it opens.
 */
export async function migratedDatabase(
  kind: DatabaseKind,
  options: { poolSize?: number } = {},
): Promise<Database> {
  const { url, discard } = await migratedDatabaseUrl(kind)
  const db = openDatabase(url, { poolSize: options.poolSize ?? 1 })
  await withoutDiskWaits(db)
  onTestFinished(async () => {
    await db.destroy()
    await discard()
  })
  return db
}

/**
 * Lets the commits of SQLite wait for no disk, as the PostgreSQL of the tests does: a database that is gone
 * after its test need not survive a power cut. What must has tests of its own, with the whole server.
 */
export async function withoutDiskWaits(db: Database): Promise<void> {
  if (!isPostgres(db)) await sql`pragma synchronous = off`.execute(db)
}

/** The address of a new migrated database, for programs that open it themselves (HTTP, browser). */
export async function migratedDatabaseUrl(
  kind: DatabaseKind,
): Promise<{ url: string; discard: () => Promise<void> }> {
  return kind === 'sqlite' ? copySqliteTemplate() : createPostgres(TEMPLATE)
}

async function copySqliteTemplate() {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-sqlite-'))
  const url = path.join(folder, 'test.sqlite')
  await copyFile(inject('sqliteTemplate'), url)
  // A connection that is just closing may leave a file there behind whoever clears it away.
  return { url, discard: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

export { createPostgres, emptyPostgresUrl, namedPostgresUrl } from './postgres-urls.ts'
export { olderDatabase } from './older-database.ts'
export { watchedWay } from './watched-way.ts'
