import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { migratedDatabaseUrl } from '../testing/index.ts'
import { openDatabase } from './index.ts'

/** Of the message that has a statement ended; who signs on says more. */
const REQUEST_BYTES = 16
const LATE_MS = 300

const asking = new AsyncLocalStorage<AbortSignal>()

async function open(poolSize: number, through = async (url: string) => url) {
  const { url, discard } = await migratedDatabaseUrl('postgres')
  const calledOff = () => asking.getStore() ?? null
  const db = openDatabase(await through(url), { poolSize, calledOff })
  const others = openDatabase(url, { poolSize: 1 })
  onTestFinished(async () => {
    await db.destroy()
    await others.destroy()
    await discard()
  })
  return {
    /** Asks for a number after some seconds, for somebody who may leave. */
    ask: (no: number, seconds: number) => {
      const page = new AbortController()
      const answer = asking.run(page.signal, async () => {
        const { rows } = await sql<{ no: number }>`
          select ${no}::integer as no from pg_sleep(${seconds}::float8)`.execute(db)
        return rows[0]?.no
      })
      answer.catch(() => undefined)
      return { answer, leave: () => page.abort() }
    },
    sleeping: async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`.execute(others)
      return rows.length
    },
  }
}

/** @returns the address of a way on which PostgreSQL hears late that a statement is to end */
async function slowToEnd(address: string): Promise<string> {
  const url = new URL(address)
  const to = Number(url.port)
  const proxy = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    near.once('data', (first) => {
      const forward = () => {
        far.write(first)
        near.pipe(far)
      }
      if (first.length === REQUEST_BYTES) setTimeout(forward, LATE_MS)
      else forward()
    })
    far.pipe(near)
    for (const way of [near, far]) way.on('error', () => near.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  url.port = String((proxy.address() as AddressInfo).port)
  return url.href
}

test('a statement that nobody waits for any more is ended, and the others are not', async () => {
  const { ask, sleeping } = await open(2)
  const [gone, stays] = [ask(1, 3600), ask(2, 1)]
  await expect.poll(sleeping, { interval: 5 }).toBe(2)
  gone.leave()
  await expect(gone.answer).rejects.toMatchObject({ code: '57014' })
  expect(await stays.answer).toBe(2)
  expect(await sleeping()).toBe(0)
  // Who has left by then, or leaves when it is over, ends nothing.
  stays.leave()
  expect(await ask(3, 0).answer).toBe(3)
})

test('who leaves as their statement ends does not end the next one of the connection', async () => {
  const { ask, sleeping } = await open(1, slowToEnd)
  expect(await ask(0, 0).answer).toBe(0)
  const leaves = ask(1, 0.1)
  const next = ask(2, 0.5)
  await expect.poll(sleeping, { interval: 5 }).toBe(1)
  // PostgreSQL hears of it when that statement is over, and would be at the next one.
  leaves.leave()
  expect(await leaves.answer).toBe(1)
  expect(await next.answer).toBe(2)
})
