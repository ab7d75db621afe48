import { randomUUID } from 'node:crypto'
import { type Db, isPostgres, lockRows, transact } from '@hengjuan/db'
import { isoNow } from '../../../clock.ts'
import type { Act } from '../../../http/audit.ts'
import type { Services } from '../../../services.ts'
import { whileWanted } from '../../../http/caller.ts'
import { atStep } from '../../acts/index.ts'
import { lockUnits, unlockUnits } from '../../marking-core/index.ts'
import { areScoresDue, finishScores } from '../../scoring/index.ts'
import { dropResults, fillResults } from './fill-results.ts'
import { dropPrepared, preparedPart, prepareSnapshot } from './prepare.ts'
import { endWork, moveInPieces, publishInPieces, takeUpWork } from './in-pieces.ts'
import {
  examAndVersion,
  examToPublish,
  insertHead,
  nextVersion,
  openItems,
  type Published,
  type PublishOrder,
  release,
  withdraw,
} from './release.ts'
import { insertPart } from './stored-columns.ts'

/**
 * Makes a new version of an exam's results and releases it: everything in it was true at one moment, or nothing is
 * released.
 *
 * On SQLite nobody writes beside a transaction, so all but the last step is done in pieces; see `publishInPieces`.
 *
 * @throws AppError PUBLISH_NAME_MISMATCH, PUBLISH_INCOMPLETE (without a typed override),
 *   SNAPSHOT_UNCHANGED
 * @source domain rules 9
 */
export const publishScores = (act: Act, order: PublishOrder): Promise<Published> =>
  oneByOne(order.examId, async () => {
    const { services } = act
    if (!isPostgres(services.db)) await takeUpWork(services, order.examId)
    const published =
      (isPostgres(services.db) ? null : await publishInPieces(act, order)) ??
      (await publishAtOnce(act, order))
    await tellCandidates(services, order.examId, published.snapshot_id)
    return published
  })

/** Points the exam at another version, or at none. @throws AppError SNAPSHOT_NOT_FOUND and its kin */
export const movePublished = (
  act: Act,
  order: { examId: number; snapshotId: number | null; reason: string },
): Promise<void> =>
  oneByOne(order.examId, async () => {
    const { services } = act
    await move(act, order)
    await tellCandidates(services, order.examId, order.snapshotId)
  })

/**
 * Writes what candidates are told of the version that is released now, where that was not done before, and takes away
 * what they were told of others. A server that ends in between leaves that to the first who asks.
 */
async function tellCandidates(
  services: Services,
  examId: number,
  snapshotId: number | null,
): Promise<void> {
  if (snapshotId !== null) await fillResults(services, snapshotId)
  await dropResults(services.db, examId)
}

async function move(
  act: Act,
  order: { examId: number; snapshotId: number | null; reason: string },
): Promise<void> {
  const { services } = act
  if (!isPostgres(services.db)) {
    await takeUpWork(services, order.examId)
    return moveInPieces(act, order)
  }
  await transact(services.db, async (db) => {
    if (order.snapshotId === null) {
      await withdraw(db, act, order.examId, order.reason)
      await unlockUnits(db, services, order.examId)
      return
    }
    const { exam, snapshot } = await examAndVersion(db, order.examId, order.snapshotId)
    await lockUnits(db, services, exam.id)
    await release(db, act, exam, snapshot, isoNow(services.clock), {
      reason: order.reason,
    })
  })
}

/** Releases of an exam that this server has begun. */
const running = new Map<number, Promise<unknown>>()

/** Of those who release an exam, or withdraw that, the second finds what the first did. Also where whoever ordered it has left. */
function oneByOne<T>(examId: number, work: () => Promise<T>): Promise<T> {
  const before = running.get(examId) ?? Promise.resolve()
  if (running.has(examId)) atStep('wait')
  const own = before
    .catch(() => undefined)
    .then(() => whileWanted(new AbortController().signal, work))
  running.set(examId, own)
  const forget = () => running.get(examId) === own && running.delete(examId)
  own.then(forget, forget)
  return own
}

/** A change of rules came in between, and its scores are not there yet. */
class ScoresDue extends Error {}

/** All in one transaction, which keeps everybody waiting who marks the exam, and on SQLite whoever writes. */
async function publishAtOnce(act: Act, order: PublishOrder): Promise<Published> {
  const { services } = act
  for (;;) {
    const name = randomUUID()
    await finishScores(services, order.examId)
    try {
      return await transact(services.db, (db) => publishIn(db, act, order, name))
    } catch (error) {
      if (!(error instanceof ScoresDue)) throw error
    } finally {
      await dropPrepared(services, name)
    }
  }
}

async function publishIn(db: Db, act: Act, order: PublishOrder, name: string): Promise<Published> {
  const { services } = act
  const exam = await examToPublish(db, order)
  // Asked before anything is locked, so that a refusal is quick.
  await openItems(db, exam.id, order.overrideReason)
  await lockUnits(db, services, exam.id)
  await lockScores(db, exam.id)
  atStep('gather')
  // What is locked is read beside as it was; SQLite has no second connection that writes.
  const isBeside = isPostgres(db)
  const here = { db, clock: services.clock }
  const made = isBeside
    ? await prepareSnapshot(services, exam.id, name)
    : await prepareSnapshot.here(here, exam.id, name)
  if (await areScoresDue(db, exam.id)) throw new ScoresDue()
  const open = await openItems(db, exam.id, order.overrideReason)
  const version = await nextVersion(db, exam, made)
  const now = isoNow(services.clock)
  const id = await insertHead(db, act, {
    examId: exam.id,
    version,
    made,
    at: now,
    overrideReason: open > 0 ? order.overrideReason : null,
    complete: 1,
    name: order.name,
  })
  for (let part = 0; part < made.parts; part++) {
    const bytes = isBeside
      ? await preparedPart(services, name, part)
      : await preparedPart.here(here, name, part)
    if (!bytes) throw new Error('the columns of the version are gone')
    await insertPart(db, id, part, bytes)
  }
  await release(db, act, exam, { id, version }, now, { audiences: order.audiences })
  await endWork(db, exam.id)
  return { snapshot_id: id, version, published_at: now }
}

/** Whoever scores a candidate waits until the version is stored. */
const lockScores = (db: Db, examId: number) =>
  lockRows(
    db,
    db
      .selectFrom('candidate_subject')
      .select('candidate_id')
      .where('exam_id', '=', examId)
      .orderBy('candidate_id')
      .orderBy('subject_id'),
  ).execute()
