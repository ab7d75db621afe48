import { parentPort, workerData } from 'node:worker_threads'
import { letOthers, openDatabase } from '@hengjuan/db'
import type { KyselyPlugin } from 'kysely'
import type { BesideWork } from './beside.ts'
import type { Answered, Asked, Failure, Told } from './helper.ts'

/** Two at a time on PostgreSQL: what is heavy is not to take the processors of those who mark. */
const POOL_SIZE = 2

/** After each statement whoever asked meanwhile is heard: what takes a moment does not wait for what takes seconds. */
const taking: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    await letOthers()
    return result
  },
}

const db = openDatabase(workerData as string, {
  poolSize: POOL_SIZE,
  readOnly: true,
}).withPlugin(taking)

parentPort?.on('message', ({ id, asked }: Told) => {
  void answer(asked).then((answered) =>
    parentPort?.postMessage({ id, ...answered } satisfies Answered, []),
  )
})

async function answer(asked: Asked): Promise<{ result: unknown } | { error: Failure }> {
  const { url, name, nowMs, args } = asked
  try {
    const module = (await import(url)) as Record<string, BesideWork<unknown[], unknown>>
    const work = module[name]
    if (!work) throw new Error(`${url} exports no ${name}`)
    return { result: await work.here({ db, clock: { now: () => new Date(nowMs) } }, ...args) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

function failureOf(error: unknown): Failure {
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  return { message, stack, code, syscall }
}
