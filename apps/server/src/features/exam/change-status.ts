import { type Db, lockRows, type Tables } from '@hengjuan/db'
import {
  AppError,
  backEffect,
  forwardEffect,
  OPENS_MARKING,
  stepAfter,
  stepLabel,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { pauseSubject, resumeBlocks } from '../marking-setup/index.ts'
import { countScannedSheets } from '../sheet/index.ts'
import { subjectProgress } from './exam-progress.ts'
import { selectExamSubjects } from './exam.query.ts'
import { selectBlockStaffing } from './progress.query.ts'
import { assertUnpublished } from './update-exam.ts'

/** The step of reports. */
const LAST = 6

type Exam = Selectable<Tables['exam']>

interface Step {
  subjectId: number
  status: number
  /** Only says what would happen. */
  preview?: boolean | undefined
}

/**
 * Moves a subject one step forward when nothing blocks the way. Whoever opens scanning and marking names what they
 * know to be unready; blocks that a step back had paused are marked again.
 *
 * @throws AppError EXAM_GATE_CLOSED or EXAM_GATE_UNSEEN with one detail an item, EXAM_STEP_INVALID, EXAM_PUBLISHED
 */
export async function moveForward(
  db: Db,
  exam: Exam,
  { subjectId, status: wanted, preview = false, known = [] }: Step & { known?: readonly string[] },
) {
  const subject = await lockedSubject(db, exam, subjectId)
  const progress = await subjectProgress(db, exam, subject)
  const step = stepLabel(wanted, subject.mode)
  const paused = pausedBlocks(subject)
  const effect = forwardEffect({
    name: progress.name,
    status: wanted,
    step,
    markers: progress.markers,
    paused: wanted === OPENS_MARKING ? paused.length : 0,
  })
  const answer = { status: wanted, effect, gates: progress.gates }
  if (subject.status === wanted) return answer
  if (stepAfter(subject.status) !== wanted)
    throw new AppError('EXAM_STEP_INVALID', {
      step: stepLabel(subject.status, subject.mode),
      action: `进入${step}`,
    })
  if (preview) return answer
  const closed = progress.gates.filter(({ blocking }) => blocking)
  if (closed.length > 0) throw refused('EXAM_GATE_CLOSED', step, closed)
  const unseen = progress.gates.filter(({ code }) => !known.includes(code))
  if (wanted === OPENS_MARKING && unseen.length > 0) throw refused('EXAM_GATE_UNSEEN', step, unseen)
  await setStatus(db, exam.id, subjectId, wanted)
  if (wanted === OPENS_MARKING) {
    await resumeBlocks(db, paused)
    await keepPaused(db, exam.id, subjectId, null)
  }
  return answer
}

const refused = (
  code: 'EXAM_GATE_CLOSED' | 'EXAM_GATE_UNSEEN',
  step: string,
  items: readonly { code: string; text: string }[],
) =>
  new AppError(code, { count: items.length, step }).withDetails(
    items.map((item) => ({ path: item.code, message: item.text })),
  )

/**
 * Takes a subject back to an earlier step. What was scanned and marked stays; before scanning and marking its open
 * blocks are paused. Back to the answer sheet only without scanned sheets, because the sheet can not change any more.
 *
 * @throws AppError EXAM_HAS_SCANS, EXAM_STEP_INVALID, EXAM_PUBLISHED
 */
export async function rollBack(
  db: Db,
  exam: Exam,
  { subjectId, status: wanted, preview = false }: Step,
) {
  assertUnpublished(exam, '退回科目')
  const subject = await lockedSubject(db, exam, subjectId)
  const step = stepLabel(wanted, subject.mode)
  if (wanted >= subject.status || ![1, 2, 3].includes(wanted))
    throw new AppError('EXAM_STEP_INVALID', {
      step: stepLabel(subject.status, subject.mode),
      action: `退回到${step}`,
    })
  const scans = await countScannedSheets(db, { examId: exam.id, subjectIds: [subjectId] })
  if (wanted === 1 && scans > 0)
    throw new AppError('EXAM_HAS_SCANS', { count: scans, action: '退回到答题卡设置' })
  const progress = await subjectProgress(db, exam, subject)
  const { blocks } = await selectBlockStaffing(db, exam.id, subjectId)
  const effect = backEffect({
    name: progress.name,
    status: wanted,
    step,
    marked: progress.units_final,
    open: blocks.filter(({ isOpen }) => isOpen).length,
  })
  if (preview) return { status: wanted, effect }
  await setStatus(db, exam.id, subjectId, wanted)
  if (wanted < OPENS_MARKING) {
    const paused = await pauseSubject(db, exam.id, subjectId)
    await keepPaused(db, exam.id, subjectId, [...pausedBlocks(subject), ...paused])
  }
  return { status: wanted, effect }
}

const pausedBlocks = ({ paused_blocks }: { paused_blocks: string | null }): number[] =>
  paused_blocks === null ? [] : (JSON.parse(paused_blocks) as number[])

const keepPaused = (db: Db, examId: number, subjectId: number, blockIds: number[] | null) =>
  db
    .updateTable('exam_subject')
    .set({ paused_blocks: blockIds?.length ? JSON.stringify([...new Set(blockIds)]) : null })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()

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

async function setStatus(db: Db, examId: number, subjectId: number, status: number): Promise<void> {
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
}
