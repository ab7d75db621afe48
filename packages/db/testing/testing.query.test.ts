import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'

import { isPostgres } from '../src/index.ts'
import { emptyPostgresUrl, everyDatabase, migratedDatabase } from './index.ts'

everyDatabase('a test database on %s', (kind) => {
  test('is of that kind', async () => {
    const db = await migratedDatabase(kind)
    expect(isPostgres(db)).toBe(kind === 'postgres')
  })

  test('has the tables and no school', async () => {
    const db = await migratedDatabase(kind)
    expect(await db.selectFrom('school').selectAll().execute()).toEqual([])
  })

  test('is not seen by another test', async () => {
    const db = await migratedDatabase(kind)
    const other = await migratedDatabase(kind)
    await sql`create table mine (id integer)`.execute(db)
    await expect(sql`select * from mine`.execute(other)).rejects.toThrow('mine')
  })
})

test('an empty PostgreSQL database has no tables of ours', async () => {
  const { url, discard } = await emptyPostgresUrl()
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  expect(rows).toEqual([])
  await client.end()
  await discard()
})
