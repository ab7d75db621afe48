import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import {
  everyDatabase,
  migratedDatabase,
  migratedDatabaseUrl,
  watchedWay,
} from '../testing/index.ts'
import { openDatabase, type Database } from './database.ts'
import { UNHURRIED } from './watched-client.ts'
import { transact } from './transact.ts'
import { troubleOf } from './trouble.ts'

const troubleWhile = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => troubleOf(error),
  )

const subjects = (db: Pick<Database, 'selectFrom'>) =>
  db.selectFrom('subject').select('name').orderBy('id').execute()

const LONG = 'x'.repeat(100_000)
const addSubject = (db: Pick<Database, 'insertInto'>, id: number, name: string) =>
  db.insertInto('subject').values({ id, name, short_name: 'x', sort: id }).execute()

test('a full disk is what is told, nothing of the transaction stays, and with space it goes on', async () => {
  const db = await migratedDatabase('sqlite')
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 5}`).execute(db)
  const write = () =>
    transact(db, async (db) => {
      await addSubject(db, 901, 'short')
      await addSubject(db, 902, LONG)
    })
  expect(await troubleWhile(write())).toBe('full')
  expect(await subjects(db)).toEqual([])
  await sql`pragma max_page_count = 1000000`.execute(db)
  await write()
  expect((await subjects(db)).map(({ name }) => name.length)).toEqual([5, LONG.length])
})

test('connections that PostgreSQL ends in the middle of a transaction end nothing else', async () => {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const db = openDatabase(url, { poolSize: 2 })
  const admin = new Client({ connectionString: url })
  await admin.connect()
  const ended = transact(db, async (db) => {
    await addSubject(db, 901, 'lost')
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const pid = rows[0]?.pid
    await admin.query('select pg_terminate_backend($1, 10000)', [pid])
    // Meanwhile this process hears of it, while nothing is asked of the connection.
    for (let time = 0; time < 5; time++) await admin.query('select 1')
    await subjects(db)
  })
  expect(await troubleWhile(ended)).toBe('away')
  expect(await subjects(db)).toEqual([])
  await addSubject(db, 902, 'kept')
  expect(await subjects(db)).toEqual([{ name: 'kept' }])
  await admin.end()
  await db.destroy()
  await discard()
})

everyDatabase('on %s', (kind) => {
  test('what is wrong with a statement is no trouble of the database', async () => {
    const db = await migratedDatabase(kind)
    await addSubject(db, 901, 'once')
    expect(await troubleWhile(addSubject(db, 901, 'twice'))).toBeNull()
    expect(await troubleWhile(sql`select nothing from nowhere`.execute(db))).toBeNull()
  })
})

test.for([
  [{ code: '53300' }, 'away'],
  [{ code: '57P03' }, 'away'],
  [{ code: '08006' }, 'away'],
  [{ code: 'ECONNREFUSED' }, 'away'],
  [{ code: 'ECONNRESET', syscall: 'read' }, 'away'],
  [{ message: 'Connection terminated unexpectedly' }, 'away'],
  [{ code: '53100' }, 'full'],
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'EROFS' }, 'failing'],
  [{ code: 'SQLITE_IOERR_WRITE' }, 'failing'],
  [{ code: 'SQLITE_READONLY' }, 'failing'],
  // Whoever sent something went away before its end.
  [{ code: 'ECONNRESET', message: 'aborted' }, null],
  [{ code: '23505' }, null],
  [{ code: 'ENOENT' }, null],
] as const)('%j is: %s', ([facts, trouble]) => {
  expect(troubleOf(Object.assign(new Error('x'), facts))).toBe(trouble)
})

test('a database that vanishes without a word is given up, and one that comes back is found', async () => {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const way = await watchedWay(url)
  const db = openDatabase(way.url, { poolSize: 1, silenceMs: 300 })
  expect(await subjects(db)).toEqual([])
  way.vanish()
  expect(await troubleWhile(subjects(db))).toBe('away')
  way.appear()
  expect(await subjects(db)).toEqual([])
  // Nothing is asked of it for longer: there is nothing to give up.
  await sql`select pg_sleep(0.2)`.execute(db)
  await new Promise((next) => setTimeout(next, 600))
  expect(await subjects(db)).toEqual([])
  await db.destroy()
  await discard()
})

test('changes of the schema may take as long as they need, and nothing else', async () => {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const db = openDatabase(url, { poolSize: 1, silenceMs: 300 })
  const long = sql`select pg_sleep(0.8)`
  const limit = async (on: Pick<Database, 'getExecutor'>) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)
    return rows[0]?.statement_timeout
  }
  await db.transaction().execute(async (tx) => {
    await sql.raw(UNHURRIED).execute(tx)
    expect(await limit(tx)).toBe('0')
    await long.execute(tx)
  })
  expect(await limit(db)).toBe('30s')
  expect(await troubleWhile(long.execute(db))).toBe('away')
  await db.destroy()
  await discard()
})
