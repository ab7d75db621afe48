import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import { isOneOf, rowsOf } from './index.ts'

const TYPES = { id: 'integer', name: 'text', sort: 'bigint' } as const

everyDatabase('rows made of values on %s', (kind) => {
  test('keep text, numbers and null as they are', async () => {
    const db = await migratedDatabase(kind)
    const rows = [
      { id: 1, name: '12', sort: 2 ** 40 },
      { id: 2, name: `引号 ' " \\ {"a":[1]}`, sort: 0 },
      { id: 3, name: null, sort: null },
    ]
    const found = await db
      .selectFrom(rowsOf<{ id: number; name: string | null; sort: number | null }>(db, rows, TYPES))
      .selectAll()
      .orderBy('id')
      .execute()
    expect(found).toEqual(rows)
  })

  test('insert, and update the rows that they name', async () => {
    const db = await migratedDatabase(kind)
    const given = [1, 2, 3].map((id) => ({ id: 100 + id, name: `科目${id}`, sort: id }))
    await db
      .insertInto('subject')
      .columns(['id', 'name', 'short_name', 'sort'])
      .expression(
        db.selectFrom(rowsOf(db, given, TYPES)).select(['id', 'name', 'name as short', 'sort']),
      )
      .execute()
    const changed = [
      { id: 101, name: '改名', sort: 9 },
      { id: 999, name: '没有', sort: 9 },
    ]
    const { numUpdatedRows } = await db
      .updateTable('subject')
      .from(rowsOf(db, changed, TYPES))
      .set((eb) => ({ name: eb.ref('v.name') }))
      .whereRef('subject.id', '=', 'v.id')
      .executeTakeFirstOrThrow()
    expect(Number(numUpdatedRows)).toBe(1)
    const names = await db
      .selectFrom('subject')
      .select('name')
      .where(isOneOf(db, 'id', [101, 103, 999]))
      .orderBy('id')
      .execute()
    expect(names.map(({ name }) => name)).toEqual(['改名', '科目3'])
    const byName = await db
      .selectFrom('subject')
      .select('id')
      .where(isOneOf(db, 'name', ['科目2']))
      .execute()
    expect(byName).toEqual([{ id: 102 }])
  })

  test('nothing is one of none', async () => {
    const db = await migratedDatabase(kind)
    const none = await db
      .selectFrom('subject')
      .selectAll()
      .where(isOneOf(db, 'id', []))
      .execute()
    expect(none).toEqual([])
  })
})
