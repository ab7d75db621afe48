import { type Db, isPostgres, yieldToEventLoop } from '@hengjuan/db'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { whileWanted } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import { loadResults } from './load-results.ts'
import { headRows, resultRows } from './own-results.ts'

const ROWS_AT_ONCE = 500
const DELETED_AT_ONCE = 2000

/** How many candidates a version has, and the heads of their classes. */
export const versionHeads = runInWorker(
  import.meta.url,
  'versionHeads',
  async ({ db }, snapshotId: number) => {
    const version = await loadResults(db, snapshotId)
    return { n: version.columns.n, heads: headRows(version) }
  },
)

export const versionRows = runInWorker(
  import.meta.url,
  'versionRows',
  async ({ db }, snapshotId: number, from: number) =>
    resultRows(await loadResults(db, snapshotId), from, from + ROWS_AT_ONCE),
)

const filling = new Map<number, Promise<void>>()

/**
 * Writes what each candidate is told of a version, in pieces between which others write; nothing where it is there. The
 * heads come last: a version that has them is whole.
 */
export function fillResults(services: Services, snapshotId: number): Promise<void> {
  const running = filling.get(snapshotId)
  if (running) return running
  // Also where whoever asked first has left.
  const own = whileWanted(new AbortController().signal, () => fill(services, snapshotId)).finally(
    () => filling.delete(snapshotId),
  )
  filling.set(snapshotId, own)
  return own
}

async function fill(services: Services, snapshotId: number): Promise<void> {
  const { db } = services
  if (await areResultsThere(db, snapshotId)) return
  const { n, heads } = await versionHeads(services, snapshotId)
  for (let from = 0; from < n; from += ROWS_AT_ONCE) {
    atStep('rows', from, n)
    const rows = await versionRows(services, snapshotId, from)
    await yieldToEventLoop()
    // Of an earlier try that was interrupted, or of another node: they are the same.
    await db
      .insertInto('exam_result')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['snapshot_id', 'candidate_id']).doNothing())
      .execute()
  }
  await yieldToEventLoop()
  if (heads.length > 0)
    await db
      .insertInto('exam_result_head')
      .values(heads)
      .onConflict((conflict) => conflict.columns(['snapshot_id', 'class_id']).doNothing())
      .execute()
}

const areResultsThere = async (db: Db, snapshotId: number): Promise<boolean> =>
  (await db
    .selectFrom('exam_result_head')
    .where('snapshot_id', '=', snapshotId)
    .select('class_id')
    .executeTakeFirst()) !== undefined

/** Takes away what candidates were told of versions of an exam that it does not name any more. */
export async function dropResults(db: Db, examId: number): Promise<void> {
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', examId)
    .select(['published_snapshot_id', 'student_snapshot_id', 'book_snapshot_id'])
    .executeTakeFirstOrThrow()
  const named = [
    exam.published_snapshot_id ?? 0,
    exam.student_snapshot_id ?? 0,
    exam.book_snapshot_id ?? 0,
  ]
  // Heads first: what is left of a version is not taken for the whole of it.
  await db
    .deleteFrom('exam_result_head')
    .where('exam_id', '=', examId)
    .where('snapshot_id', 'not in', named)
    .execute()
  const some = db
    .selectFrom('exam_result')
    .where('exam_id', '=', examId)
    .where('snapshot_id', 'not in', named)
    .select('candidate_id')
    .limit(isPostgres(db) ? 1_000_000 : DELETED_AT_ONCE)
  for (let deleted = 1; deleted > 0;) {
    await yieldToEventLoop()
    const result = await db
      .deleteFrom('exam_result')
      .where('exam_id', '=', examId)
      .where('snapshot_id', 'not in', named)
      .where('candidate_id', 'in', some)
      .executeTakeFirst()
    deleted = Number(result.numDeletedRows)
  }
}
