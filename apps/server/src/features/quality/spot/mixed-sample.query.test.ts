import { everyDatabase, migratedDatabase } from '@hengjuan/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DRAWN } from './mixed-sample.query.ts'

const READINGS = 1000

everyDatabase('the order that readings are drawn in, on %s', (kind) => {
  test('is the same everywhere, and has no even distances', async () => {
    const db = await migratedDatabase(kind)
    const { rows } = await sql<{ id: number }>`
      with recursive reading(id) as (
        select 1 union all select id + 1 from reading where id < ${sql.lit(READINGS)})
      select id from reading order by ${DRAWN}, id`.execute(db)
    const ids = rows.map(({ id }) => Number(id))
    // Worked out by hand: 48271 id mod 2147483647, squared, mod 2147483629.
    const rank = (id: number) => {
      const spread = (BigInt(id) * 48_271n) % 2_147_483_647n
      return Number((spread * spread) % 2_147_483_629n)
    }
    expect(ids).toEqual(
      Array.from({ length: READINGS }, (_, at) => at + 1).toSorted((a, b) => rank(a) - rank(b)),
    )
    // Drawn by multiples alone, readings that follow each other lie three distances apart, and no other.
    const distances = new Set(ids.slice(1).map((id, at) => Math.abs(id - (ids[at] ?? 0))))
    expect(distances.size).toBeGreaterThan(READINGS / 4)
  })
})
