import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import { countIf, countRows, whereGiven } from './index.ts'

everyDatabase('counts and optional filters on %s', (kind) => {
  async function open() {
    const db = await migratedDatabase(kind)
    const rows = [1, 2, 3].map((id) => ({
      id: 900 + id,
      name: `科目${id}`,
      short_name: '',
      sort: id % 2,
    }))
    await db.insertInto('subject').values(rows).execute()
    return { db, subjects: db.selectFrom('subject').where('id', '>', 900) }
  }

  test('rows are counted as a number, whatever is selected of them', async () => {
    const { subjects } = await open()
    expect(await countRows(subjects)).toBe(3)
    expect(await countRows(subjects.select(['id', 'name']))).toBe(3)
    expect(await countRows(subjects.where('id', '>', 999))).toBe(0)
  })

  test('those that meet a condition are counted, also among none', async () => {
    const { subjects } = await open()
    const odd = async (query: typeof subjects) =>
      (await query.select((eb) => countIf(eb('sort', '=', 1)).as('odd')).executeTakeFirstOrThrow())
        .odd
    expect(await odd(subjects)).toBe(2)
    expect(await odd(subjects.where('id', '>', 999))).toBe(0)
  })

  test.for([
    [{}, [901, 902, 903]],
    [{ sort: undefined }, [901, 902, 903]],
    [{ sort: 1 }, [901, 903]],
    [{ sort: 1, name: '科目3' }, [903]],
    [{ 'subject.sort': 0, name: undefined }, [902]],
  ] as const)('where %o is given: %o', async ([wanted, ids]) => {
    const { subjects } = await open()
    const found = await subjects
      .where((eb) => whereGiven(eb, wanted))
      .select('id')
      .orderBy('id')
      .execute()
    expect(found.map(({ id }) => id)).toEqual(ids)
  })
})
