import { type Db, isPostgres } from '@hengjuan/db'
import { assertWanted } from '../http/caller.ts'
import { ReaderThread } from './reader-thread.ts'
import type { Services } from '../services.ts'

/** What work in the reader thread is given: it reads, and changes nothing. */
export type Reading = Pick<Services, 'db' | 'clock'> & {
  /** Opens a connection for what is to be read as it was at one moment; absent where there is no thread. */
  openAnother?: () => Services['db']
}

/** What `work` reads on SQLite is as it was at one moment, whatever others write meanwhile. */
export async function atOneMoment<T>(
  { db, openAnother }: Reading,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (isPostgres(db) || db.isTransaction) return work(db)
  // Of a connection that others use in between, they would see that moment too.
  const own = openAnother?.()
  try {
    return await (own ?? db).transaction().execute(work)
  } finally {
    await own?.destroy()
  }
}

/** Work that reads much: in the reader thread where the server has one that is worth it, in the caller's elsewhere. */
export interface WorkerFunction<Args extends unknown[], Result> {
  (services: Services, ...args: Args): Promise<Result>
  here: (services: Reading, ...args: Args) => Promise<Result>
}

/** What a function takes after its first argument. */
export type DropFirst<Args extends unknown[]> = Args extends [unknown, ...infer Rest] ? Rest : never

/**
 * Lets work that reads thousands of rows be done in a thread of its own, so that it holds up nobody who marks: on
 * SQLite a statement keeps the process until it has its answer, and on either database the figures of tens of
 * thousands of readings do.
 *
 * What goes in and comes out is copied between threads: plain values, maps and sets, and errors that it throws.
 * It is not begun for a caller who has left, and ends when everybody has who waits for it: at its next statement, on
 * PostgreSQL in the middle of one.
 *
 * @param url `import.meta.url` of the module that exports the work
 * @param name under which it exports it
 */
export const runInWorker = <Args extends unknown[], Result>(
  url: string,
  name: string,
  here: WorkerFunction<Args, Result>['here'],
): WorkerFunction<Args, Result> =>
  Object.assign(
    async (services: Services, ...args: Args): Promise<Result> => {
      assertWanted()
      const { readerThread } = services
      if (
        !readerThread ||
        !(readerThread.isWorthIt || (await readerThread.becomesWorthIt(services.db)))
      )
        return here(services, ...args)
      return readerThread.ask({ url, name, args }, services.clock) as Promise<Result>
    },
    { here },
  )

/**
 * Below this many rows a look at all of them holds nobody up, and costs less than the thread, which takes a second to
 * begin and some 90 MB to stay.
 */
const MANY_ROWS = 20_000

/**
 * The thread of a server; it begins with the first work that is worth it.
 *
 * @param fromRows of the longest table of marking, from which on it is
 */
export const openReaderThread = (
  { config }: Pick<Services, 'config'>,
  { fromRows = MANY_ROWS }: { fromRows?: number } = {},
): ReaderThread => new ReaderThread(config.databaseUrl, fromRows)
