import { type Db, lockRows } from '@hengjuan/db'
import { AppError, completenessGate, typedName } from '@hengjuan/domain'
import { type Act, audit } from '../../../http/audit.ts'
import { selectHolding } from '../progress.query.ts'
import { type Prepared, RULE_VERSION } from './prepare.ts'
import { type Audiences, closeReleases, EVERYBODY, noteReleased } from './audiences.ts'
import { countLooks } from './looks.ts'
import { tellRelease } from './tell-release.ts'

/** Steps of an exam's subject. @source domain EXAM_STATUSES */
const SCAN_AND_MARK = 3
const REPORTS = 6

export interface PublishOrder {
  examId: number
  confirmName: string
  overrideReason: string | null
  /** Who sees it at once; everybody without it. */
  audiences?: Audiences
  /** What the version is called. */
  name?: string | undefined
}

export interface Published {
  snapshot_id: number
  version: number
  published_at: string
}

export const lockedExam = (db: Db, examId: number) =>
  lockRows(db, db.selectFrom('exam').selectAll().where('id', '=', examId)).executeTakeFirstOrThrow()

/** The exam that is to be released, locked. @throws AppError PUBLISH_NAME_MISMATCH */
export async function examToPublish(db: Db, { examId, confirmName }: PublishOrder) {
  const exam = await lockedExam(db, examId)
  if (!typedName(confirmName, exam.name))
    throw new AppError('PUBLISH_NAME_MISMATCH', { name: exam.name })
  return exam
}

/** The newest version of an exam. */
const findLatest = (db: Db, examId: number) =>
  db
    .selectFrom('snapshot')
    .select(['id', 'version', 'input_hash'])
    .where('exam_id', '=', examId)
    .where('complete', '=', 1)
    .orderBy('version', 'desc')
    .executeTakeFirst()

/** @returns the next version's number. @throws AppError SNAPSHOT_UNCHANGED */
export async function nextVersion(
  db: Db,
  exam: { id: number; published_snapshot_id: number | null },
  { inputHash }: Prepared,
): Promise<number> {
  const latest = await findLatest(db, exam.id)
  if (latest?.input_hash === inputHash && latest.id === exam.published_snapshot_id)
    throw new AppError('SNAPSHOT_UNCHANGED', { version: latest.version })
  return (latest?.version ?? 0) + 1
}

/** Stores the head of a version. @returns its id */
export async function insertHead(
  db: Db,
  { session }: Act,
  head: {
    examId: number
    version: number
    made: Prepared
    at: string
    overrideReason: string | null
    complete: number
    name: string | undefined
  },
): Promise<number> {
  const { id } = await db
    .insertInto('snapshot')
    .values({
      exam_id: head.examId,
      version: head.version,
      rule_version: RULE_VERSION,
      input_hash: head.made.inputHash,
      override_reason: head.overrideReason,
      manifest: JSON.stringify(head.made.manifest),
      created_by: session.userId,
      created_at: head.at,
      complete: head.complete,
      name: head.name?.trim() || null,
      ...head.made.columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Points an exam at a version. */
export async function release(
  db: Db,
  act: Act,
  exam: { id: number; published_snapshot_id: number | null },
  snapshot: { id: number; version: number },
  now: string,
  { reason, audiences = EVERYBODY }: { reason?: string; audiences?: Audiences | undefined } = {},
): Promise<void> {
  const before = await db
    .selectFrom('exam')
    .where('id', '=', exam.id)
    .select('book_snapshot_id')
    .executeTakeFirstOrThrow()
  // Whoever is told of a version that puts something right looks through the same one.
  const hasBook = before.book_snapshot_id !== null && audiences.students
  await db
    .updateTable('exam')
    .set({
      published_snapshot_id: snapshot.id,
      published_at: now,
      teachers_told: audiences.teachers ? 1 : 0,
      // A version that students are not told of leaves them the one that they know.
      ...(audiences.students ? { student_snapshot_id: snapshot.id } : {}),
      ...(hasBook ? { book_snapshot_id: snapshot.id } : {}),
    })
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
  await noteReleased(db, act, {
    examId: exam.id,
    snapshotId: snapshot.id,
    at: now,
    audiences,
    hasBook,
  })
  await tellRelease(db, act, exam.id, audiences.teachers ? ['leaders', 'teachers'] : ['leaders'])
}

/** Points an exam at no version. @throws AppError PUBLISH_NOT_PUBLISHED */
export async function withdraw(db: Db, act: Act, examId: number, reason: string): Promise<void> {
  const exam = await lockedExam(db, examId)
  if (exam.published_snapshot_id === null) throw new AppError('PUBLISH_NOT_PUBLISHED')
  await db
    .updateTable('exam')
    .set({
      published_snapshot_id: null,
      published_at: null,
      student_snapshot_id: null,
      book_snapshot_id: null,
    })
    .where('id', '=', exam.id)
    .execute()
  await db
    .updateTable('exam_subject')
    .set({ status: SCAN_AND_MARK })
    .where('exam_id', '=', exam.id)
    .where('status', '=', REPORTS)
    .execute()
  await closeReleases(db, examId, reason)
  await audit(db, act, {
    action: 'unpublish',
    object: `exam:${exam.id}`,
    before: { snapshot_id: exam.published_snapshot_id },
    after: { reason, looked: await countLooks(db, exam.id) },
  })
}

/** An exam, locked, and the version of it that is to be shown. @throws AppError SNAPSHOT_NOT_FOUND, PUBLISH_ALREADY */
export async function examAndVersion(db: Db, examId: number, snapshotId: number) {
  const exam = await lockedExam(db, examId)
  const snapshot = await db
    .selectFrom('snapshot')
    .select(['id', 'version'])
    .where('exam_id', '=', exam.id)
    .where('id', '=', snapshotId)
    .where('complete', '=', 1)
    .executeTakeFirst()
  if (!snapshot) throw new AppError('SNAPSHOT_NOT_FOUND', { version: snapshotId })
  if (snapshot.id === exam.published_snapshot_id)
    throw new AppError('PUBLISH_ALREADY', { version: snapshot.version })
  return { exam, snapshot }
}

/** Lines of the gate that hold publication back. @throws AppError PUBLISH_INCOMPLETE without a typed reason */
export async function openItems(
  db: Db,
  examId: number,
  overrideReason: string | null,
): Promise<number> {
  let open = 0
  for (const { id } of await selectSubjectIds(db, examId))
    open += completenessGate(await selectHolding(db, examId, id)).filter(
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
