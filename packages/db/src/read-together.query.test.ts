import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import { isOneOf, lockRows, readTogether } from './index.ts'

everyDatabase('queries that are read together on %s', (kind) => {
  test('each gives its rows in its order; one that is left out gives none', async () => {
    const db = await migratedDatabase(kind)
    await db
      .insertInto('subject')
      .values(
        [101, 102, 103].map((id) => ({ id, name: `科目${id}`, short_name: `“${id}”`, sort: id })),
      )
      .execute()
    const isAsked = [].length > 0
    const isOurs = isOneOf(db, 'id', [101, 102, 103])
    const read = await readTogether(db, {
      down: db.selectFrom('subject').select(['id', 'name']).where(isOurs).orderBy('id', 'desc'),
      locked: lockRows(
        db,
        db.selectFrom('subject').select(['id', 'short_name']).where('id', '=', 102),
      ),
      empty: db.selectFrom('subject').selectAll().where('id', '=', 999),
      absent: isAsked ? db.selectFrom('school').select('id') : undefined,
    })
    expect(read.down).toEqual([
      { id: 103, name: '科目103' },
      { id: 102, name: '科目102' },
      { id: 101, name: '科目101' },
    ])
    expect(read.locked).toEqual([{ id: 102, short_name: '“102”' }])
    expect(read.empty).toEqual([])
    expect(read.absent).toEqual([])
  })

  test('alone, a query is run as it is', async () => {
    const db = await migratedDatabase(kind)
    const { people } = await readTogether(db, { people: db.selectFrom('user').select('id') })
    expect(people).toEqual([])
  })
})
