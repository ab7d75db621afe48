import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../testing/index.ts'
import { columnArray } from './column-array.ts'
import type { RowType } from './row-list.ts'

const rowsWith = (values: readonly unknown[]) => values.map((value) => ({ value }))

test.for<[RowType, string, readonly unknown[]]>([
  ['integer', 'integer', [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), null]],
  ['bigint', 'bigint', [0, -1, 2 ** 40, -(2 ** 40) - 1, Number.MAX_SAFE_INTEGER, null]],
  ['text', 'text', ['', '12', `引号 ' " \\ {a,b}`, '𠮷', null, 'NULL']],
])('PostgreSQL takes in a column of %s as it is', async ([type, sqlType, values]) => {
  const db = await migratedDatabase('postgres')
  const { rows } = await sql<{ value: unknown }>`
    select * from unnest(${columnArray(rowsWith(values), 'value', type)}::${sql.raw(sqlType)}[]) as value`.execute(
    db,
  )
  expect(rows.map(({ value }) => value)).toEqual(values)
  const none = await sql`
    select * from unnest(${columnArray([], 'value', type)}::${sql.raw(sqlType)}[]) as value`.execute(
    db,
  )
  expect(none.rows).toEqual([])
})

test('lists in a list, and what is absent, travel too', async () => {
  const db = await migratedDatabase('postgres')
  const given = [{ ids: [1, 2] }, { ids: [] }, {}]
  const { rows } = await sql<{ ids: number[] | null }>`
    select value::integer[] as ids
    from unnest(${columnArray(given, 'ids', 'integer[]')}::text[]) as value`.execute(db)
  expect(rows.map(({ ids }) => ids)).toEqual([[1, 2], [], null])
})

test.for<[RowType, unknown]>([
  ['integer', 2 ** 31],
  ['integer', 0.5],
  ['bigint', 2 ** 53],
  ['bigint', 'x'],
])('what is no %s is refused before it is sent', ([type, value]) => {
  expect(() => columnArray([{ value }], 'value', type)).toThrow(TypeError)
})
