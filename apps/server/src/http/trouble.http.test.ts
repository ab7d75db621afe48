import { login } from '@hengjuan/contracts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestApp } from '../testing/index.ts'
import { TEST_PASSWORD } from '../testing/seed-school.ts'

test('a full disk is told in words, and what was asked can be asked again once there is space', async () => {
  const { services, anonymous } = await openTestApp()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(services.db)
  await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(services.db)
  // Until the last page is full.
  const fill = async (): Promise<unknown> => {
    for (;;)
      await services.db
        .insertInto('rate_limit')
        .values({ bucket: crypto.randomUUID().repeat(20), window_start: '', hits: 1 })
        .execute()
  }
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  const signIn = () =>
    anonymous.send(login, { body: { account: 'admin', password: TEST_PASSWORD } })
  const sessions: unknown[] = []
  for (let refused = false; !refused;) {
    const { status, error } = await signIn()
    refused = status !== 200
    if (refused) sessions.push(status, error.error, error.msg)
  }
  expect(sessions).toEqual([
    507,
    'STORAGE_FULL',
    expect.stringContaining('通知管理员清理服务器磁盘'),
  ])
  await sql`pragma max_page_count = 1000000`.execute(services.db)
  expect((await signIn()).status).toBe(200)
})
