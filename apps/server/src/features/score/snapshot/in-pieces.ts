import { randomUUID } from 'node:crypto'
import { type Db, yieldToEventLoop, transact } from '@hengjuan/db'
import { isDeepStrictEqual } from 'node:util'
import { isoNow } from '../../../clock.ts'
import type { Act } from '../../../http/audit.ts'
import type { Services } from '../../../services.ts'
import { lockInPieces, lockPapers, lockUnits, unlockInPieces } from '../../marking-core/index.ts'
import { asOwnAct, atStep } from '../../acts/index.ts'
import { areScoresDue, finishScores } from '../../scoring/index.ts'
import { dropResults, fillResults } from './fill-results.ts'
import { selectManifest } from './manifest.query.ts'
import { dropPrepared, type Prepared, preparedPart, prepareSnapshot } from './prepare.ts'
import {
  examAndVersion,
  examToPublish,
  insertHead,
  lockedExam,
  nextVersion,
  openItems,
  type Published,
  type PublishOrder,
  release,
  withdraw,
} from './release.ts'
import { deleteColumns, insertPart } from './stored-columns.ts'

/** So often a version is made anew because scores changed meanwhile. */
const TRIES = 3
/** Rows of a version that are taken away in one transaction. */
const DELETED_AT_ONCE = 2000

/**
 * Makes a version and releases it, as one transaction would, but so that others write meanwhile: papers are locked
 * and rows written in pieces, and nobody is shown the version before a last, short transaction, which finds that
 * nothing changed since the scores were read. On SQLite, whose triggers count such changes.
 *
 * @returns null where scores go on changing: only one transaction will do. The exam's work is not ended then
 * @throws AppError as `publishScores`; what was written is taken back then
 */
export async function publishInPieces(act: Act, order: PublishOrder): Promise<Published | null> {
  const { services } = act
  const { examId } = order
  await transact(services.db, async (db) => {
    const exam = await examToPublish(db, order)
    await openItems(db, exam.id, order.overrideReason)
    await beginWork(db, examId, 'lock')
  })
  try {
    await lockInPieces(services, examId)
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const published = await tryPublish(act, order)
      if (published) return published
      await discardVersions(services, examId)
    }
  } catch (error) {
    await takeUpWork(services, examId)
    throw error
  }
  return null
}

async function tryPublish(act: Act, order: PublishOrder): Promise<Published | null> {
  const { services } = act
  const { db } = services
  const name = randomUUID()
  await finishScores(services, order.examId)
  try {
    atStep('gather')
    const changes = await countChanges(db, order.examId)
    const made = await prepareSnapshot(services, order.examId, name)
    const exam = await lockedExam(db, order.examId)
    const version = await nextVersion(db, exam, made)
    const id = await insertHead(db, act, {
      examId: exam.id,
      version,
      made,
      at: isoNow(services.clock),
      overrideReason: null,
      complete: 0,
      name: order.name,
    })
    for (let part = 0; part < made.parts; part++) {
      const bytes = await preparedPart(services, name, part)
      // The thread that kept them ended.
      if (!bytes) return null
      await yieldToEventLoop()
      await insertPart(db, id, part, bytes)
    }
    // From what was stored: a version that cannot be read is not released.
    await fillResults(services, id)
    return await transact(db, (trx) => complete(trx, act, order, { id, version, made, changes }))
  } finally {
    await dropPrepared(services, name)
  }
}

/** @returns null, and nothing is released, where something changed since the scores were read that is to be in it */
async function complete(
  db: Db,
  act: Act,
  order: PublishOrder,
  snapshot: { id: number; version: number; made: Prepared; changes: number },
): Promise<Published | null> {
  const { services } = act
  const { id, version, made } = snapshot
  const exam = await examToPublish(db, order)
  const isByTheseRules =
    !(await areScoresDue(db, exam.id)) &&
    isDeepStrictEqual(
      { ...(await selectManifest(db, exam.id)), combos: made.manifest.combos },
      made.manifest,
    )
  if (!isByTheseRules) return null
  const open = await openItems(db, exam.id, order.overrideReason)
  if ((await countChanges(db, exam.id)) === snapshot.changes) await lockUnits(db, services, exam.id)
  // Released in spite of open papers it has the marks of the moment at which they were read; those behind it stay
  // free, as do those behind the release.
  else if (open === 0 || !(await lockPapers(db, services, made.unlocked))) return null
  const now = isoNow(services.clock)
  await db
    .updateTable('snapshot')
    .set({
      complete: 1,
      created_at: now,
      override_reason: open > 0 ? order.overrideReason : null,
    })
    .where('id', '=', id)
    .execute()
  await release(db, act, exam, { id, version }, now, {
    audiences: order.audiences,
  })
  await endWork(db, exam.id)
  return { snapshot_id: id, version, published_at: now }
}

/** Points an exam at another version or at none, its papers locked before or freed behind that. @throws AppError as `movePublished` */
export async function moveInPieces(
  act: Act,
  order: { examId: number; snapshotId: number | null; reason: string },
): Promise<void> {
  const { services } = act
  const { examId, snapshotId, reason } = order
  if (snapshotId === null) {
    await transact(services.db, async (db) => {
      await withdraw(db, act, examId, reason)
      await beginWork(db, examId, 'unlock')
    })
    await takeUpWork(services, examId)
    return
  }
  await transact(services.db, async (db) => {
    await examAndVersion(db, examId, snapshotId)
    await beginWork(db, examId, 'lock')
  })
  try {
    await lockInPieces(services, examId)
    await transact(services.db, async (db) => {
      const { exam, snapshot } = await examAndVersion(db, examId, snapshotId)
      await lockUnits(db, services, exam.id)
      await release(db, act, exam, snapshot, isoNow(services.clock), { reason })
      await endWork(db, examId)
    })
  } catch (error) {
    await takeUpWork(services, examId)
    throw error
  }
}

/**
 * Ends what an interrupted release or withdrawal of an exam left, or those of all exams: a release that was not
 * completed is taken back, a withdrawal goes on. Before anybody else begins one.
 */
export async function takeUpWork(services: Services, examId?: number): Promise<void> {
  const { db } = services
  const left = await db
    .selectFrom('release_work')
    .selectAll()
    .$if(examId !== undefined, (query) => query.where('exam_id', '=', examId ?? 0))
    .execute()
  for (const { exam_id, kind, since_event } of left)
    await asOwnAct(services, { kind: 'take_up', examId: exam_id }, async () => {
      await unlockInPieces(services, exam_id, kind === 'lock' ? since_event : 0)
      await discardVersions(services, exam_id)
      await endWork(db, exam_id)
    })
}

async function beginWork(db: Db, examId: number, kind: 'lock' | 'unlock'): Promise<void> {
  const { last } = await db
    .selectFrom('mark_event')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('release_work')
    .values({ exam_id: examId, kind, since_event: last ?? 0 })
    .execute()
}

export const endWork = (db: Db, examId: number) =>
  db.deleteFrom('release_work').where('exam_id', '=', examId).execute()

const countChanges = async (db: Db, examId: number): Promise<number> =>
  (
    await db
      .selectFrom('release_work')
      .where('exam_id', '=', examId)
      .select('changes')
      .executeTakeFirstOrThrow()
  ).changes

/** Takes away versions of an exam that were not completed; nobody was shown them. */
async function discardVersions(services: Services, examId: number): Promise<void> {
  const { db } = services
  const heads = await db
    .selectFrom('snapshot')
    .select('id')
    .where('exam_id', '=', examId)
    .where('complete', '=', 0)
    .execute()
  if (heads.length > 0) await dropResults(db, examId)
  for (const { id } of heads) {
    // Of a release from before columns were stored, which an update interrupted.
    const some = db
      .selectFrom('snapshot_row')
      .where('snapshot_id', '=', id)
      .select('candidate_id')
      .limit(DELETED_AT_ONCE)
    for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
      await yieldToEventLoop()
      const result = await db
        .deleteFrom('snapshot_row')
        .where('snapshot_id', '=', id)
        .where('candidate_id', 'in', some)
        .executeTakeFirst()
      deleted = Number(result.numDeletedRows)
    }
    await deleteColumns(db, id)
    await db.deleteFrom('snapshot').where('id', '=', id).execute()
  }
}
