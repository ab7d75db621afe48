import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { isPostgres, openDatabase } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { KyselyPlugin } from 'kysely'
import type { BesideWork } from './beside.ts'
import type { Answered, Asked, Failure, Told } from './helper.ts'
import { Turning, Turns } from './turns.ts'

/** Two at a time on PostgreSQL: what is heavy is not to take the processors of those who mark. */
const POOL_SIZE = 2

/** Which work a statement is of. */
const working = new AsyncLocalStorage<Turning>()
const works = new Map<number, Turning>()

/** After each statement the others have their turn: what takes a moment does not wait for what takes seconds. */
const taking: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await working.getStore()?.pass()
    return result
  },
}

const open = () =>
  openDatabase(workerData as string, {
    poolSize: POOL_SIZE,
    readOnly: true,
  })
const opened = open()
const reading = {
  db: opened.withPlugin(taking),
  openAnother: () => open().withPlugin(taking),
}
const turns = new Turns(isPostgres(opened) ? POOL_SIZE : 1)

parentPort?.on('message', (told: Told) => {
  if ('left' in told) works.get(told.left)?.callOff()
  else void work(told)
})

async function work({ id, asked, nowMs }: Exclude<Told, { left: number }>): Promise<void> {
  const turning = new Turning(turns)
  works.set(id, turning)
  const answered = await working.run(turning, () => answer(asked, nowMs, turning))
  turning.leave()
  works.delete(id)
  parentPort?.postMessage({ id, ...answered } satisfies Answered, [])
}

async function answer(
  { url, name, args }: Asked,
  nowMs: number,
  turning: Turning,
): Promise<{ result: unknown } | { error: Failure }> {
  try {
    const module = (await import(url)) as Record<string, BesideWork<unknown[], unknown>>
    const done = module[name]
    if (!done) throw new Error(`${url} exports no ${name}`)
    await turning.enter()
    return {
      result: await done.here({ ...reading, clock: { now: () => new Date(nowMs) } }, ...args),
    }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  return { message, stack, code, syscall, facts: error instanceof AppError ? error.facts : null }
}
