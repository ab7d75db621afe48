import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'

const MEBIBYTE = 1024 * 1024
/** More than the log may hold before the thread begins. */
const WRITTEN_BYTES = 20 * MEBIBYTE

test('what is in a long log comes into the database file while the database is open', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hengjuan-checkpoint-'))
  const file = join(folder, 'school.sqlite')
  const db = openDatabase(file)
  try {
    await sql`create table page (content blob)`.execute(db)
    await sql`insert into page values (randomblob(${WRITTEN_BYTES}))`.execute(db)
    await vi.waitFor(async () => expect((await stat(file)).size).toBeGreaterThan(WRITTEN_BYTES), {
      timeout: 60_000,
      interval: 50,
    })
    const { rows } = await sql<{
      bytes: number
    }>`select length(content) as bytes from page`.execute(db)
    expect(rows).toEqual([{ bytes: WRITTEN_BYTES }])
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}, 90_000)
