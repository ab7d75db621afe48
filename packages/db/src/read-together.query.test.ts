import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everyDatabase, migratedDatabase } from '../testing/index.ts'
import {
  type Database,
  hasAny,
  inTurn,
  isOneOf,
  lockRows,
  rawQuery,
  reading,
  readingLists,
  readTogether,
  rowsOf,
} from './index.ts'

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

everyDatabase('queries whose lists change on %s', (kind) => {
  const rows = [301, 302, 303].map((id) => ({
    id,
    name: `科目${id}`,
    short_name: `${id}`,
    sort: 1,
  }))

  const opened = async () => {
    const db = await migratedDatabase(kind)
    await db.insertInto('subject').values(rows).execute()
    const made = { count: 0 }
    const ask = async (ids: number[], names: string[] = []) => {
      const [found] = await inTurn(db, [
        readingLists(db, `subjects ${kind}`, { ids, names }, (given) => {
          made.count++
          return {
            byId: hasAny(given.ids)
              ? db
                  .selectFrom('subject')
                  .select('id')
                  .where(isOneOf(db, 'id', given.ids))
                  .where('sort', '=', 1)
                  .orderBy('id')
              : undefined,
            byName: hasAny(given.names)
              ? db
                  .selectFrom('subject')
                  .select('id')
                  .where(isOneOf(db, 'name', given.names))
              : undefined,
          }
        }),
      ])
      return [found.byId, found.byName].map((list) => list.map(({ id }) => id))
    }
    return { db, ask, made }
  }

  test('are answered for the lists of the time', async () => {
    const { ask, made } = await opened()
    expect(await ask([301, 303])).toEqual([[301, 303], []])
    expect(await ask([302])).toEqual([[302], []])
    expect(made.count).toBe(1)
  })

  test('differ where other lists are empty', async () => {
    const { ask } = await opened()
    expect(await ask([], ['科目301'])).toEqual([[], [301]])
    expect(await ask([302], ['科目303'])).toEqual([[302], [303]])
    expect(await ask([], [])).toEqual([[], []])
    expect(await ask([301], ['科目302'])).toEqual([[301], [302]])
  })

  test('may be written out, and go by rows', async () => {
    const { db } = await opened()
    const types = { no: 'integer', id: 'integer' } as const
    for (const ids of [[303, 301], [302]]) {
      const wanted = ids.map((id, no) => ({ no, id }))
      const [{ found }] = await inTurn(db, [
        readingLists(db, 'subjects by rows', { wanted }, (given) => ({
          found: rawQuery(
            db,
            sql<{ id: number }>`select subject.id from ${rowsOf(db, given.wanted, types)}
              join subject on subject.id = v.id order by v.no`,
          ),
        })),
      ])
      expect(found).toEqual(ids.map((id) => ({ id })))
    }
  })
})

everyDatabase('queries that are read in turn on %s', (kind) => {
  test('the second sees what the locks of the first waited for', async () => {
    const db = await migratedDatabase(kind, { poolSize: 3 })
    const rows = [201, 202].map((id) => ({ id, name: `科目${id}`, short_name: `${id}`, sort: 1 }))
    await db.insertInto('subject').values(rows).execute()
    const change = (tx: typeof db, id: number) =>
      tx.updateTable('subject').set({ sort: 2 }).where('id', '=', id).execute()
    const sorted = (tx: typeof db, id: number) =>
      tx.selectFrom('subject').select(['id', 'sort']).where('id', '=', id)

    let lookedAt: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (writer) => {
      await change(writer, 201)
      // SQLite has one connection: whoever else asks for it waits until the writer is through.
      lookedAt = db.transaction().execute((reader) =>
        inTurn(reader, [
          reading(reader, {
            locked: lockRows(reader, sorted(reader, 201)),
            beside: sorted(reader, 202),
          }),
          reading(reader, { other: sorted(reader, 202) }),
        ]),
      )
      if (kind === 'postgres') await untilOneWaits(db)
      await change(writer, 202)
    })
    const [first, second] = (await lookedAt) as [
      { locked: unknown; beside: unknown },
      { other: unknown },
    ]
    expect(first.locked).toEqual([{ id: 201, sort: 2 }])
    if (kind === 'postgres') expect(first.beside).toEqual([{ id: 202, sort: 1 }])
    expect(second.other).toEqual([{ id: 202, sort: 2 }])
  })

  test('nothing is asked where nothing is wanted', async () => {
    const db = await migratedDatabase(kind)
    const people = db.selectFrom('user').select('id')
    const turns = [reading(db, { people }), reading(db, { none: undefined })]
    expect(await inTurn(db, turns)).toEqual([{ people: [] }, { none: [] }])
  })
})

async function untilOneWaits(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (Number(rows[0]?.count) > 0) return
    await setTimeout(5)
  }
}
