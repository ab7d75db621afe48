import { type Db, lockRows, type Tables } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { countScannedSheets } from '../sheet/index.ts'
import { subjectProgress } from './exam-progress.ts'
import { selectExamSubjects, statusLabel } from './exam.query.ts'
import { nextStatus } from './gates.ts'
import { assertUnpublished } from './update-exam.ts'

/** The step of reports. */
const LAST = 6

type Exam = Selectable<Tables['exam']>

/**
 * Moves a subject one step forward when nothing blocks the way.
 *
 * @throws AppError EXAM_GATE_CLOSED with one detail an unmet item, EXAM_STEP_INVALID, EXAM_PUBLISHED
 */
export async function moveForward(
  db: Db,
  exam: Exam,
  subjectId: number,
  wanted: number,
): Promise<number> {
  const subject = await lockedSubject(db, exam, subjectId)
  if (subject.status === wanted) return wanted
  if (nextStatus(subject.status) !== wanted)
    throw new AppError('EXAM_STEP_INVALID', {
      step: statusLabel(subject.status, subject.mode),
      action: `进入${statusLabel(wanted, subject.mode)}`,
    })
  const { gates } = await subjectProgress(db, exam, subject)
  const closed = gates.filter(({ blocking }) => blocking)
  if (closed.length > 0)
    throw new AppError('EXAM_GATE_CLOSED', {
      count: closed.length,
      step: statusLabel(wanted, subject.mode),
    }).withDetails(closed.map(({ code, text }) => ({ path: code, message: text })))
  return setStatus(db, exam.id, subjectId, wanted)
}

/**
 * Takes a subject back to an earlier step. What was scanned and marked stays; back to the answer sheet
 * only without scanned sheets, because the sheet can not change any more.
 *
 * @throws AppError EXAM_HAS_SCANS, EXAM_STEP_INVALID, EXAM_PUBLISHED
 */
export async function rollBack(
  db: Db,
  exam: Exam,
  subjectId: number,
  wanted: number,
): Promise<number> {
  assertUnpublished(exam, '退回科目')
  const subject = await lockedSubject(db, exam, subjectId)
  if (wanted >= subject.status || ![1, 2, 3].includes(wanted))
    throw new AppError('EXAM_STEP_INVALID', {
      step: statusLabel(subject.status, subject.mode),
      action: `退回到${statusLabel(wanted, subject.mode)}`,
    })
  const scans = await countScannedSheets(db, { examId: exam.id, subjectIds: [subjectId] })
  if (wanted === 1 && scans > 0)
    throw new AppError('EXAM_HAS_SCANS', { count: scans, action: '退回到答题卡设置' })
  return setStatus(db, exam.id, subjectId, wanted)
}

async function lockedSubject(db: Db, exam: Exam, subjectId: number) {
  await lockRows(
    db,
    db
      .selectFrom('exam_subject')
      .where('exam_id', '=', exam.id)
      .where('subject_id', '=', subjectId)
      .select('status'),
  ).execute()
  const subjects = await selectExamSubjects(db, [exam.id])
  const subject = subjects.find(({ subject_id }) => subject_id === subjectId)
  if (!subject) throw new AppError('SUBJECT_NOT_IN_EXAM', { subjectName: `（编号 ${subjectId}）` })
  return subject
}

async function setStatus(
  db: Db,
  examId: number,
  subjectId: number,
  status: number,
): Promise<number> {
  await db
    .updateTable('exam_subject')
    // Whoever goes back means to import again.
    .set(status === LAST ? { status } : { status, import_finished: 0 })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()
  if (status !== LAST)
    await db
      .updateTable('exam')
      .set({ import_finished: 0 })
      .where('id', '=', examId)
      .where('import_finished', '=', 1)
      .execute()
  return status
}
