import { createHash } from 'node:crypto'
import { type Db, lockRows, transact } from '@hengjuan/db'
import { AppError, completenessGate } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import { audit } from '../../../http/audit.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import { lockUnits, unlockUnits } from '../../marking/index.ts'
import { selectProgress } from '../progress.query.ts'
import { rankCandidates } from './build.ts'
import { gatherScores } from './gather.ts'
import type { SnapshotCandidate } from './snapshot-data.ts'

/** Changes when the way in which scores or ranks are computed does. */
const RULE_VERSION = '2026-11'

/** Steps of an exam's subject. @source domain EXAM_STATUSES */
const SCAN_AND_MARK = 3
const REPORTS = 6

interface Act {
  services: Services
  session: Session
  request: { id: string }
}

/**
 * Makes a new version of an exam's results and releases it, in one transaction: either everything in
 * it was true at that moment, or nothing is released.
 *
 * @throws AppError PUBLISH_NAME_MISMATCH, PUBLISH_INCOMPLETE (without a typed override),
 *   SNAPSHOT_UNCHANGED
 * @source domain rules 9
 */
export async function publishScores(
  act: Act,
  order: { examId: number; confirmName: string; overrideReason: string | null },
): Promise<{ snapshot_id: number; version: number; published_at: string }> {
  const { services } = act
  return transact(services.db, async (db) => {
    const exam = await lockedExam(db, order.examId)
    if (order.confirmName.trim() !== exam.name)
      throw new AppError('PUBLISH_NAME_MISMATCH', { name: exam.name })
    // Asked before anything is locked, so that a refusal is quick.
    await openItems(db, exam.id, order.overrideReason)
    await lockUnits(db, services, exam.id)
    await lockScores(db, exam.id)
    const open = await openItems(db, exam.id, order.overrideReason)
    const overrideReason = open > 0 ? order.overrideReason : null
    const scores = await gatherScores(db, exam.id)
    const candidates = rankCandidates(scores)
    const latest = await db
      .selectFrom('snapshot')
      .select(['id', 'version', 'input_hash'])
      .where('exam_id', '=', exam.id)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    const inputHash = hashOf(scores.manifest, candidates)
    if (latest?.input_hash === inputHash && latest.id === exam.published_snapshot_id)
      throw new AppError('SNAPSHOT_UNCHANGED', { version: latest.version })

    const now = isoNow(services.clock)
    const version = (latest?.version ?? 0) + 1
    const { id } = await db
      .insertInto('snapshot')
      .values({
        exam_id: exam.id,
        version,
        rule_version: RULE_VERSION,
        input_hash: inputHash,
        override_reason: overrideReason,
        manifest: JSON.stringify(scores.manifest),
        created_by: act.session.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(db, id, candidates)
    await release(db, act, exam, { id, version }, now)
    return { snapshot_id: id, version, published_at: now }
  })
}

/** Points the exam at another version, or at none. @throws AppError SNAPSHOT_NOT_FOUND and its kin */
export async function movePublished(
  act: Act,
  order: { examId: number; snapshotId: number | null; reason: string },
): Promise<void> {
  const { services } = act
  await transact(services.db, async (db) => {
    const exam = await lockedExam(db, order.examId)
    if (order.snapshotId === null) {
      if (exam.published_snapshot_id === null) throw new AppError('PUBLISH_NOT_PUBLISHED')
      await db
        .updateTable('exam')
        .set({ published_snapshot_id: null, published_at: null })
        .where('id', '=', exam.id)
        .execute()
      await db
        .updateTable('exam_subject')
        .set({ status: SCAN_AND_MARK })
        .where('exam_id', '=', exam.id)
        .where('status', '=', REPORTS)
        .execute()
      await unlockUnits(db, services, exam.id)
      await audit(db, act, {
        action: 'unpublish',
        object: `exam:${exam.id}`,
        before: { snapshot_id: exam.published_snapshot_id },
        after: { reason: order.reason },
      })
      return
    }
    const snapshot = await db
      .selectFrom('snapshot')
      .select(['id', 'version'])
      .where('exam_id', '=', exam.id)
      .where('id', '=', order.snapshotId)
      .executeTakeFirst()
    if (!snapshot) throw new AppError('SNAPSHOT_NOT_FOUND', { version: order.snapshotId })
    if (snapshot.id === exam.published_snapshot_id)
      throw new AppError('PUBLISH_ALREADY', { version: snapshot.version })
    await lockUnits(db, services, exam.id)
    await release(db, act, exam, snapshot, isoNow(services.clock), order.reason)
  })
}

const lockedExam = (db: Db, examId: number) =>
  lockRows(db, db.selectFrom('exam').selectAll().where('id', '=', examId)).executeTakeFirstOrThrow()

async function release(
  db: Db,
  act: Act,
  exam: { id: number; published_snapshot_id: number | null },
  snapshot: { id: number; version: number },
  now: string,
  reason?: string,
): Promise<void> {
  await db
    .updateTable('exam')
    .set({ published_snapshot_id: snapshot.id, published_at: now })
    .where('id', '=', exam.id)
    .execute()
  await db
    .updateTable('exam_subject')
    .set({ status: REPORTS })
    .where('exam_id', '=', exam.id)
    .execute()
  await audit(db, act, {
    action: 'publish',
    object: `exam:${exam.id}`,
    before: { snapshot_id: exam.published_snapshot_id },
    after: { snapshot_id: snapshot.id, version: snapshot.version, ...(reason ? { reason } : {}) },
  })
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

/** Lines of the gate that hold publication back. @throws AppError PUBLISH_INCOMPLETE without a typed reason */
async function openItems(db: Db, examId: number, overrideReason: string | null): Promise<number> {
  let open = 0
  for (const { id } of await selectSubjectIds(db, examId))
    open += completenessGate(await selectProgress(db, examId, id)).filter(
      ({ blocking }) => blocking,
    ).length
  if (open > 0 && overrideReason === null) throw new AppError('PUBLISH_INCOMPLETE', { count: open })
  return open
}

const selectSubjectIds = (db: Db, examId: number) =>
  db
    .selectFrom('exam_subject')
    .where('exam_id', '=', examId)
    .select('subject_id as id')
    .orderBy('subject_id')
    .execute()

const hashOf = (manifest: unknown, candidates: readonly SnapshotCandidate[]): string =>
  createHash('sha256')
    .update(JSON.stringify([RULE_VERSION, manifest, candidates]))
    .digest('hex')

/** Rows in a statement: 13 columns each, well below what SQLite takes. */
const BATCH = 500

async function insertRows(
  db: Db,
  snapshotId: number,
  candidates: readonly SnapshotCandidate[],
): Promise<void> {
  for (let start = 0; start < candidates.length; start += BATCH)
    await db
      .insertInto('snapshot_row')
      .values(
        candidates.slice(start, start + BATCH).map((candidate) => ({
          snapshot_id: snapshotId,
          candidate_id: candidate.candidateId,
          student_id: candidate.studentId,
          class_id: candidate.classId,
          school_id: candidate.schoolId,
          exam_no: candidate.examNo,
          name: candidate.name,
          name_pinyin: candidate.namePinyin,
          total_milli: candidate.totalMilli,
          partial: candidate.partial ? 1 : 0,
          rank_school: candidate.rankSchool,
          rank_class: candidate.rankClass,
          results: JSON.stringify(candidate.subjects),
        })),
      )
      .execute()
}
