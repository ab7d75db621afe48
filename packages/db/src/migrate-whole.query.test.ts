import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import { migrateToLatest, NewerDatabaseError, openDatabase } from './database.ts'
import { migrations } from './migrations/index.ts'
import { troubleOf } from './trouble.ts'

test('an update that a full disk ends leaves nothing, and with space it is made', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'hengjuan-full-'))
  const db = openDatabase(path.join(folder, 'test.sqlite'))
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  // Fewer pages than all the tables need.
  await sql`pragma max_page_count = 60`.execute(db)
  const error = await migrateToLatest(db).catch((thrown: unknown) => thrown)
  expect(troubleOf(error)).toBe('full')
  const tables = await db.introspection.getTables()
  expect(tables.map(({ name }) => name)).toEqual([])
  await sql`pragma max_page_count = 1000000`.execute(db)
  expect(await migrateToLatest(db)).toHaveLength(Object.keys(migrations).length)
})

everyDatabase('a database on %s', (kind) => {
  test('that a newer version updated is refused by name', async () => {
    const db = await migratedDatabase(kind)
    await sql`insert into kysely_migration (name, timestamp) values ('20990101T0000-later', '')`.execute(
      db,
    )
    const error = await migrateToLatest(db).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NewerDatabaseError)
    expect((error as NewerDatabaseError).unknown).toEqual(['20990101T0000-later'])
  })
})
