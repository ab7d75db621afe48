import { type Db, isOneOf, skipLocked, type Tables } from '@hengjuan/db'
import type { Insertable, Selectable } from 'kysely'

export type JobRow = Selectable<Tables['job']>

/** What tells a run from a later one of the same job: who lost a job changes nothing of it any more. */
export type Held = Pick<JobRow, 'id' | 'node' | 'attempts'>

/** @returns false where a job that is not over has the same `dedupe` */
export async function insertJob(db: Db, row: Insertable<Tables['job']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('job')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

/** The job that is not over and has this `dedupe`. */
export const findLive = (db: Db, dedupe: string) =>
  db
    .selectFrom('job')
    .where('dedupe', '=', dedupe)
    .where('run_at', 'is not', null)
    .select('id')
    .executeTakeFirst()

export const findJob = (db: Db, id: string): Promise<JobRow | undefined> =>
  db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Takes the job that has been due longest for a node: one that waits, or one whose node has been silent. Two nodes
 * never take the same one.
 */
export function claimJob(
  db: Db,
  by: { node: string; now: string; leaseUntil: string; kinds: readonly string[]; id?: string },
  busy: readonly string[],
): Promise<JobRow | undefined> {
  const due = db
    .selectFrom('job')
    .where('run_at', '<=', by.now)
    .where('kind', 'in', [...by.kinds])
    .$if(busy.length > 0, (query) => query.where('queue', 'not in', [...busy]))
    .$if(by.id !== undefined, (query) => query.where('id', '=', by.id ?? ''))
    .select('id')
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
  return db
    .updateTable('job')
    .where('id', '=', skipLocked(db, due, 'job'))
    .set((eb) => ({
      state: 'running',
      node: by.node,
      run_at: by.leaseUntil,
      attempts: eb('attempts', '+', 1),
      started_at: eb.fn.coalesce('started_at', eb.val(by.now)),
      message: '',
    }))
    .returningAll()
    .executeTakeFirst()
}

/** Changes a job as long as that run of it goes on. @returns whether it does, and whether it is to be ended */
export const updateHeld = (
  db: Db,
  { id, node, attempts }: Held,
  change: Partial<Omit<JobRow, 'id' | 'state' | 'node' | 'attempts'>>,
): Promise<Pick<JobRow, 'cancel'> | undefined> =>
  db
    .updateTable('job')
    .set(change)
    .where('id', '=', id)
    .where('node', '=', node)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .returning('cancel')
    .executeTakeFirst()

/** The same where there is nothing to change. */
export const findHeld = (
  db: Db,
  { id, node, attempts }: Held,
): Promise<Pick<JobRow, 'cancel'> | undefined> =>
  db
    .selectFrom('job')
    .where('id', '=', id)
    .where('node', '=', node)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .select('cancel')
    .executeTakeFirst()

/** Ends a run. What another node has taken meanwhile stays that node's. */
export const endRun = async (
  db: Db,
  { id, node, attempts }: Held,
  change: Partial<Omit<JobRow, 'id'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ node: null, ...change })
    .where('id', '=', id)
    .where('node', '=', node)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Asks for a job to be ended; whoever asks for the same again is given another one.
 *
 * @returns what it is now; undefined where it was over
 */
export async function cancelRow(
  db: Db,
  id: string,
  now: string,
): Promise<'cancelled' | 'running' | undefined> {
  const live = db.updateTable('job').where('id', '=', id)
  const waiting = await live
    .where('state', '=', 'waiting')
    .set({ state: 'cancelled', run_at: null, finished_at: now, message: '' })
    .executeTakeFirst()
  if (Number(waiting.numUpdatedRows) > 0) return 'cancelled'
  const running = await live
    .where('state', '=', 'running')
    .set({ cancel: 1, dedupe: null })
    .executeTakeFirst()
  return Number(running.numUpdatedRows) > 0 ? 'running' : undefined
}

/** Lets a job that waits for its time begin now. */
export const bringForward = (db: Db, id: string, now: string): Promise<unknown> =>
  db
    .updateTable('job')
    .set({ run_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

/** Lets a job that did not get done begin anew. @throws a unique violation where the same is under way */
export const restartRow = async (db: Db, id: string, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'cancelled'])
    .set({ state: 'waiting', run_at: now, attempts: 0, cancel: 0, message: '', finished_at: null })
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/** Gives back at once what a node runs that stops: that was no try. */
export const handBack = (db: Db, now: string, node: string): Promise<unknown> =>
  db
    .updateTable('job')
    .set((eb) => ({ state: 'waiting', run_at: now, node: null, attempts: eb('attempts', '-', 1) }))
    .where('run_at', 'is not', null)
    .where('state', '=', 'running')
    .where('node', '=', node)
    .execute()

/** Lets go on at once whatever runs: its nodes are known to have ended. */
export const freeAll = (db: Db, now: string): Promise<unknown> =>
  db
    .updateTable('job')
    .set({ run_at: now })
    .where('run_at', 'is not', null)
    .where('state', '=', 'running')
    .execute()

/** At a time, of what has been over for long. */
const MOST_SWEPT = 500

/** Jobs that were over before a time, with the files of those; not those done of kinds that are remembered longer. */
export const selectOld = (
  db: Db,
  before: string,
  remembered: { kinds: readonly string[]; since: string },
) =>
  db
    .selectFrom('job')
    .where('finished_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('kind', 'not in', [...remembered.kinds]),
        eb('state', '<>', 'done'),
        eb('finished_at', '<', remembered.since),
      ]),
    )
    .select(['id', 'file_hash'])
    .limit(MOST_SWEPT)
    .execute()

/**
 * Parts jobs of these kinds that were done before a time from their files; the name of the file stays, and says that
 * there was one.
 *
 * @returns how many, and those of the files that nothing else is kept under
 */
export async function dropFiles(
  db: Db,
  before: string,
  kinds: readonly string[],
): Promise<{ dropped: number; unkept: string[] }> {
  const old = await db
    .selectFrom('job')
    .where('finished_at', '<', before)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'done')
    .where('file_hash', 'is not', null)
    .select(['id', 'file_hash'])
    .limit(MOST_SWEPT)
    .execute()
  if (old.length === 0) return { dropped: 0, unkept: [] }
  const ids = old.map(({ id }) => id)
  await db
    .updateTable('job')
    .set({ file_hash: null })
    .where(isOneOf(db, 'id', ids))
    .execute()
  const hashes = old.flatMap(({ file_hash }) => file_hash ?? [])
  return { dropped: old.length, unkept: await selectUnkept(db, hashes) }
}

/** Deletes jobs. @returns those of their files that nothing else is kept under */
export async function deleteJobs(
  db: Db,
  jobs: readonly Pick<JobRow, 'id' | 'file_hash'>[],
): Promise<string[]> {
  const ids = jobs.map(({ id }) => id)
  await db
    .deleteFrom('job')
    .where(isOneOf(db, 'id', ids))
    .execute()
  return selectUnkept(
    db,
    jobs.flatMap(({ file_hash }) => file_hash ?? []),
  )
}

/** Which of these objects does no job and no picture name? */
export async function selectUnkept(db: Db, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const jobs = db
    .selectFrom('job')
    .where(isOneOf(db, 'file_hash', hashes))
    .select((eb) => eb.ref('file_hash').$notNull().as('hash'))
  const pictures = db
    .selectFrom('image')
    .where(isOneOf(db, 'hash', hashes))
    .select('hash')
  const kept = new Set((await jobs.union(pictures).execute()).map(({ hash }) => hash))
  return [...new Set(hashes)].filter((hash) => !kept.has(hash))
}
