import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emptyPostgresUrl, everyDatabase, migratedDatabase } from '../testing/index.ts'
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

test('no step of an update is ended for the time that it takes', async () => {
  const { url, discard } = await emptyPostgresUrl()
  const db = openDatabase(url, { poolSize: 1 })
  onTestFinished(async () => {
    await db.destroy()
    await discard()
  })
  await sql`
    create function hurried() returns event_trigger language plpgsql as $$ begin
      if current_setting('statement_timeout') <> '0' and current_query() not like '%kysely_migration%'
      then raise 'hurried'; end if;
    end $$`.execute(db)
  await sql`create event trigger hurry on ddl_command_start execute function hurried()`.execute(db)
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
