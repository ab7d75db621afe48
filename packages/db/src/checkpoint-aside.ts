import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type Sqlite from 'better-sqlite3'

/** A log that was never longer than this needs no thread. */
const SHORT_BYTES = 16 * 1024 * 1024
const EVERY_MS = 1000
/** Pages of the log after which commits copy it where there is no thread: as SQLite does it, 4 MB. */
const USUAL_PAGES = 1000
/**
 * Pages of the log after which a commit copies the rest of it: 1 GB. The log begins anew only when all of it was
 * copied, and while many mark without a pause something always came since the thread last looked. So a commit has to
 * do the last of it, for which the disk takes a twentieth of a second whatever its length: the longer the log, the
 * fewer wait for that. Where there are pauses, it never becomes long.
 */
const LONGEST_PAGES = 262_144

/**
 * Copies what was committed from the log into the database file in a thread of its own. Otherwise every
 * few dozen marks a commit does it, while everybody waits for the disk. Nothing depends on it for
 * durability: a commit is in the log, and on the disk, before anybody is answered.
 *
 * The thread begins when the log first becomes long; small schools and tests never have one.
 */
export function checkpointAside(database: Sqlite.Database): void {
  if (database.memory) return
  database.pragma(`wal_autocheckpoint = ${LONGEST_PAGES}`)
  let worker: Worker | undefined
  const look = async () => {
    if (!worker) {
      const log = await stat(`${database.name}-wal`).catch(() => null)
      if (!log || log.size < SHORT_BYTES || !database.open) return
      worker = new Worker(new URL('./checkpoint.worker.ts', import.meta.url), {
        workerData: database.name,
      })
      worker.unref()
      worker.once('error', () => {
        clearInterval(timer)
        if (database.open) database.pragma(`wal_autocheckpoint = ${USUAL_PAGES}`)
      })
    }
    worker.postMessage('checkpoint', [])
  }
  const timer = setInterval(() => void look(), EVERY_MS).unref()
  const close = database.close.bind(database)
  database.close = () => {
    clearInterval(timer)
    worker?.postMessage('close', [])
    return close()
  }
}
