import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import { rowWrite, writeRows } from './index.ts'

const SUBJECT = { id: 'integer', name: 'text', short_name: 'text', sort: 'integer' } as const
const SCHOOL = { name: 'text', short_name: 'text', city_id: 'integer', created_at: 'text' } as const

const subject = (id: number, name = `科目${id}`) => ({ id, name, short_name: name, sort: id })
const school = (name: string) => ({ name, short_name: name, city_id: null, created_at: 'now' })

everyDatabase('rows that are written on %s', (kind) => {
  test('into different tables, each as its kind says', async () => {
    const db = await migratedDatabase(kind)
    const first = rowWrite({
      table: 'subject',
      rows: [subject(101), subject(102, `引号 ' " \\`)],
      types: SUBJECT,
    })
    expect(await writeRows(db, [first])).toBe(2)
    const renamed = rowWrite({
      table: 'subject',
      rows: [
        { id: 101, was: 101, sort: 7 },
        { id: 102, was: 999, sort: 7 },
      ],
      types: { id: 'integer', was: 'integer', sort: 'integer' },
      where: { id: 'id', sort: 'was' },
    })
    const added = rowWrite({ table: 'school', rows: [school('一中')], types: SCHOOL })
    // Only the row that is still what it was is changed, and only the last write is counted.
    expect(await writeRows(db, [added, renamed])).toBe(1)
    const rows = await db
      .selectFrom('subject')
      .select(['id', 'name', 'sort'])
      .where('id', '>', 100)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { id: 101, name: '科目101', sort: 7 },
      { id: 102, name: `引号 ' " \\`, sort: 102 },
    ])
    expect(await db.selectFrom('school').select(['name', 'city_id']).execute()).toEqual([
      { name: '一中', city_id: null },
    ])
  })

  test('are none when there are none', async () => {
    const db = await migratedDatabase(kind)
    const none = {
      table: 'school' as const,
      rows: [] as ReturnType<typeof school>[],
      types: SCHOOL,
    }
    expect(await writeRows(db, [rowWrite(none)])).toBe(0)
  })

  test('leave nothing behind when one of them is refused', async () => {
    const db = await migratedDatabase(kind)
    const twice = [subject(201), subject(202), subject(203, '科目201')]
    const write = rowWrite({ table: 'subject', rows: twice, types: SUBJECT })
    await expect(
      db.transaction().execute((transaction) => writeRows(transaction, [write])),
    ).rejects.toThrow(/unique/i)
    expect(await db.selectFrom('subject').where('id', '>', 200).selectAll().execute()).toEqual([])
  })
})
