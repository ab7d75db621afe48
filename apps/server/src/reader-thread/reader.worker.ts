import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { isPostgres, openDatabase } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { KyselyPlugin } from 'kysely'
import type { WorkerFunction } from './run-in-worker.ts'
import type { Answered, Asked, Failure, Told } from './reader-thread.ts'
import { TaskSlot, TaskSlots } from './task-slots.ts'

/** Two at a time on PostgreSQL: what is heavy is not to take the processors of those who mark. */
const POOL_SIZE = 2

/** Which work a statement is of. */
const working = new AsyncLocalStorage<TaskSlot>()
const works = new Map<number, TaskSlot>()

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
const slots = new TaskSlots(isPostgres(opened) ? POOL_SIZE : 1)

parentPort?.on('message', (told: Told) => {
  if ('left' in told) works.get(told.left)?.callOff()
  else void work(told)
})

async function work({ id, asked, nowMs }: Exclude<Told, { left: number }>): Promise<void> {
  const slot = new TaskSlot(slots)
  works.set(id, slot)
  const answered = await working.run(slot, () => answer(asked, nowMs, slot))
  slot.leave()
  works.delete(id)
  parentPort?.postMessage({ id, ...answered } satisfies Answered, [])
}

async function answer(
  { url, name, args }: Asked,
  nowMs: number,
  slot: TaskSlot,
): Promise<{ result: unknown } | { error: Failure }> {
  try {
    const module = (await import(url)) as Record<string, WorkerFunction<unknown[], unknown>>
    const done = module[name]
    if (!done) throw new Error(`${url} exports no ${name}`)
    await slot.enter()
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
