import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../testing/index.ts'
import { inTurn, transact } from './index.ts'
import type { Turn } from './in-turn.ts'

const turn = (query: ReturnType<typeof sql>, db: Parameters<typeof inTurn>[0]): Turn<object[]> => ({
  statement: query.compile(db),
  resultOf: (rows) => [...rows],
  run: () => Promise.reject(new Error('for PostgreSQL')),
})
/** More often than a statement comes before it is kept prepared. */
const OFTEN = 25

test('statements sent together each give their own rows, also once they are prepared', async () => {
  const db = await migratedDatabase('postgres')
  for (let no = 0; no < OFTEN; no++) {
    const found = await transact(db, (db) =>
      inTurn(db, [
        turn(sql`select ${no}::integer as no, null as nothing`, db),
        turn(sql`create temporary table if not exists none (no integer) on commit drop`, db),
        turn(sql`select no from none`, db),
        turn(
          sql`select value, ${`第${no}份`}::text as name from generate_series(1, 2) as value`,
          db,
        ),
      ]),
    )
    expect(found).toEqual([
      [{ no, nothing: null }],
      [],
      [],
      [
        { value: 1, name: `第${no}份` },
        { value: 2, name: `第${no}份` },
      ],
    ])
  }
})

test('after one that failed, prepared or not, the connection does what it did before', async () => {
  const db = await migratedDatabase('postgres')
  const divide = (by: number) =>
    transact(db, (db) =>
      inTurn(db, [
        turn(sql`select 'ahead' as text`, db),
        turn(sql`select 6 / ${by}::integer as part`, db),
      ]),
    )
  for (let no = 0; no < OFTEN; no++) {
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    expect(await divide(2)).toEqual([[{ text: 'ahead' }], [{ part: 3 }]])
  }
})

test('a statement that fails names the place that asked for it', async () => {
  const db = await migratedDatabase('postgres')
  const failure = await sql`select nonsense`.execute(db).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: '42703' })
  expect((failure as Error).stack).toContain('keeping-client')
})

test('a number beyond what is exact is refused, and the next statement is answered', async () => {
  const db = await migratedDatabase('postgres')
  await expect(sql`select 9007199254740993::bigint as large`.execute(db)).rejects.toThrow(/2\^53/)
  expect((await sql`select 1 as small`.execute(db)).rows).toEqual([{ small: 1 }])
})

test('a transaction that does nothing, or is given up before it began, leaves nothing open', async () => {
  const db = await migratedDatabase('postgres')
  await transact(db, () => Promise.resolve())
  await expect(transact(db, () => Promise.reject(new Error('given up')))).rejects.toThrow(
    'given up',
  )
  const { rows } = await sql<{ id: string | null }>`
    select pg_current_xact_id_if_assigned()::text as id`.execute(db)
  expect(rows).toEqual([{ id: null }])
  // Of two statements on their own, each is a transaction of its own.
  const at = async () =>
    (await sql<{ at: string }>`select now()::text as at`.execute(db)).rows[0]?.at
  expect(await at()).not.toBe(await at())
})

test('kept plans end with their transaction', async () => {
  const db = await migratedDatabase('postgres')
  const mode = sql`select current_setting('plan_cache_mode') as mode`
  const kept = await transact(db, (db) => inTurn(db, [turn(mode, db)], { keepsPlans: true }))
  expect(kept).toEqual([[{ mode: 'force_generic_plan' }]])
  expect((await mode.execute(db)).rows).toEqual([{ mode: 'auto' }])
})
