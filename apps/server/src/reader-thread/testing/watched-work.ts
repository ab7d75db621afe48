import { runInWorker } from '../run-in-worker.ts'

const seen = { begun: 0, done: 0 }

/** What became of `slowWork` in the thread that answers, or in this one. */
export const workSeen = runInWorker(import.meta.url, 'workSeen', async () => ({ ...seen }))

/** Asks the database again and again until the block is named otherwise. */
export const slowWork = runInWorker(
  import.meta.url,
  'slowWork',
  async ({ db }, blockId: number, until: string) => {
    seen.begun++
    for (;;) {
      const { name } = await db
        .selectFrom('block')
        .where('id', '=', blockId)
        .select('name')
        .executeTakeFirstOrThrow()
      if (name === until) break
    }
    return ++seen.done
  },
)
