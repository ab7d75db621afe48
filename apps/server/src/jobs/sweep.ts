import { deleteJobs, selectOld } from './job.query.ts'
import { defineJob } from './job.ts'

/** So long what is over can be looked at, and its file saved. */
export const KEPT_MS = 7 * 24 * 3_600_000
const EVERY_MS = 600_000

/** Forgets jobs that have been over for long, with their files. */
export const sweepJobs = defineJob(
  'job.sweep',
  { title: '清理过期任务', queue: 'sweep', everyMs: EVERY_MS },
  async ({ services, signal }) => {
    const { db, clock } = services
    const before = new Date(clock.now().getTime() - KEPT_MS).toISOString()
    for (;;) {
      const old = await selectOld(db, before)
      if (old.length === 0) return
      for (const hash of await deleteJobs(db, old)) await services.images.remove(hash)
      signal.throwIfAborted()
    }
  },
)
