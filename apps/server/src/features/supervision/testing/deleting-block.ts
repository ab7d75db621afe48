import { runInWorker } from '../../../reader-thread/run-in-worker.ts'

/** Work that does what none may. */
export const deletingBlock = runInWorker(
  import.meta.url,
  'deletingBlock',
  async ({ db }, blockId: number) => {
    await db.deleteFrom('block').where('id', '=', blockId).execute()
  },
)
