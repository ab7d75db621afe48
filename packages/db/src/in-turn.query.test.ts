import { expect, onTestFinished, test } from 'vitest'
import {
  everyDatabase,
  migratedDatabase,
  migratedDatabaseUrl,
  watchedWay,
} from '../testing/index.ts'
import {
  type Database,
  inTurn,
  openDatabase,
  reading,
  rowWrite,
  transact,
  writing,
} from './index.ts'

const SUBJECT = { id: 'integer', name: 'text', short_name: 'text', sort: 'integer' } as const
const added = (...ids: number[]) =>
  rowWrite({
    table: 'subject',
    rows: ids.map((id) => ({ id, name: `科目${id}`, short_name: `${id}`, sort: id })),
    types: SUBJECT,
  })
const idsOf = async (db: Database) =>
  (await db.selectFrom('subject').select('id').where('id', '>', 100).orderBy('id').execute()).map(
    ({ id }) => id,
  )

everyDatabase('what is sent in turn on %s', (kind) => {
  test('sees what the ones before it left', async () => {
    const db = await migratedDatabase(kind)
    const found = await transact(db, (tx) =>
      inTurn(tx, [
        writing(tx, [added(101, 102)]),
        reading(tx, { two: tx.selectFrom('subject').select('id').where('id', '=', 102) }),
        writing(tx, [added(103)]),
      ]),
    )
    expect(found).toEqual([2, { two: [{ id: 102 }] }, 1])
    expect(await idsOf(db)).toEqual([101, 102, 103])
  })

  test('ends its transaction where it is the last', async () => {
    const db = await migratedDatabase(kind)
    const answer = await transact(db, async (tx) => {
      await inTurn(tx, [writing(tx, [added(101)])])
      await inTurn(tx, [writing(tx, [added(102)])], { commits: true })
      return 'done'
    })
    expect(answer).toBe('done')
    expect(await idsOf(db)).toEqual([101, 102])
    // The connection is fit for the next one.
    await transact(db, (tx) => inTurn(tx, [writing(tx, [added(103)])]))
    expect(await idsOf(db)).toEqual([101, 102, 103])
  })

  test('leaves nothing behind when one of the last is refused', async () => {
    const db = await migratedDatabase(kind)
    const twice = transact(db, async (tx) => {
      await inTurn(tx, [writing(tx, [added(101)])])
      await inTurn(tx, [writing(tx, [added(102)]), writing(tx, [added(102)])], { commits: true })
    })
    await expect(twice).rejects.toMatchObject({
      code: expect.stringMatching(/^(23505|SQLITE_CONSTRAINT_PRIMARYKEY)$/),
    })
    expect(await idsOf(db)).toEqual([])
    await transact(db, (tx) => inTurn(tx, [writing(tx, [added(103)])], { commits: true }))
    expect(await idsOf(db)).toEqual([103])
  })
})

test('PostgreSQL is spoken to once for all that is sent at once, with the beginning and end of a transaction', async () => {
  const made = await migratedDatabaseUrl('postgres')
  const watched = await watchedWay(made.url)
  const db = openDatabase(watched.url, { poolSize: 1 })
  onTestFinished(async () => {
    await db.destroy()
    await made.discard()
  })
  expect(await idsOf(db)).toEqual([])
  const before = watched.ways()
  await transact(db, (tx) =>
    inTurn(
      tx,
      [
        writing(tx, [added(101)]),
        reading(tx, { all: tx.selectFrom('subject').select('id') }),
        writing(tx, [added(102)]),
      ],
      { commits: true },
    ),
  )
  expect(watched.ways() - before).toBe(1)
  expect(await idsOf(db)).toEqual([101, 102])
})
