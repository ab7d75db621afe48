import { deleteJobs, dropFiles, selectOld } from './job.query.ts'
import { defineJob } from './job.ts'

const DAY_MS = 24 * 3_600_000
/** So long what is over can be looked at, and its file saved. */
export const KEPT_MS = 7 * DAY_MS
/** So long after that the order of a report is remembered: the same file can be asked for again. @source reports P17 */
export const REMEMBERED_MS = 90 * DAY_MS
/** Kinds whose orders are remembered; a kind keeps its name for ever. */
const REMEMBERED = ['report.pdf', 'report.workbook', 'report.rank_score']
const EVERY_MS = 600_000

/** Forgets jobs that have been over for long, with their files; of a report only the file at first. */
export const sweepJobs = defineJob(
  'job.sweep',
  { title: '清理过期任务', queue: 'sweep', everyMs: EVERY_MS },
  async ({ services, signal }) => {
    const { db, clock, images } = services
    const now = clock.now().getTime()
    const before = new Date(now - KEPT_MS).toISOString()
    const remembered = {
      kinds: REMEMBERED,
      since: new Date(now - REMEMBERED_MS).toISOString(),
    }
    for (;;) {
      const { dropped, unkept } = await dropFiles(db, before, REMEMBERED)
      for (const hash of unkept) await images.remove(hash)
      signal.throwIfAborted()
      if (dropped === 0) break
    }
    for (;;) {
      const old = await selectOld(db, before, remembered)
      if (old.length === 0) return
      for (const hash of await deleteJobs(db, old)) await images.remove(hash)
      signal.throwIfAborted()
    }
  },
)
