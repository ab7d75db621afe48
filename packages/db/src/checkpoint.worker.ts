import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'

/** Copies the log of a database into its file whenever it is told to; waits for nobody and holds up nobody. */
const database = new Sqlite(workerData as string)
parentPort?.on('message', (told: 'checkpoint' | 'close') => {
  if (told === 'checkpoint') {
    database.pragma('wal_checkpoint(PASSIVE)')
    return
  }
  database.close()
  parentPort?.close()
})
