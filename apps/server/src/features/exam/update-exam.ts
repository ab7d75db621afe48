import type { examUpdate, InputOf } from '@hengjuan/contracts'
import { type Db, isOneOf, lockRows, type Tables } from '@hengjuan/db'
import {
  ANSWER_SHEET_TYPES,
  type AnswerSheetType,
  AppError,
  comboIds,
  EXAM_TYPES,
  examModeLabel,
  isLeftOut,
  NOT_SELECTED,
  SHEET_TYPE_RULES,
  subjectName,
} from '@hengjuan/domain'
import { type Selectable, sql } from 'kysely'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import { removeCandidatesOfClasses, selectExamSchools } from '../roster/index.ts'
import { countImportedScores } from '../score-import/index.ts'
import { countScannedSheets, dropStructure } from '../sheet/index.ts'
import {
  assertNameFree,
  checkedClasses,
  checkedSubjects,
  dateProblems,
  insertExamSubjects,
  modeOf,
} from './create-exam.ts'
import { setSessions } from './exam-sessions.ts'

const MIXED = 7
const ONLINE = 3

type Exam = Selectable<Tables['exam']>
type ExamChange = InputOf<typeof examUpdate>['body']

/** Changes an exam; subjects and classes with scanned sheets stay. */
export async function updateExam(db: Db, exam: Exam, change: ExamChange): Promise<void> {
  assertUnpublished(exam, '修改考试')
  const problems = [
    ...(change.type === undefined || change.type in EXAM_TYPES
      ? []
      : [{ path: 'type', message: '请选择考试类型' }]),
    ...(change.start_date === undefined ? [] : dateProblems(change.start_date)),
  ]
  if (problems.length > 0) throw new AppError('INPUT_INVALID').withDetails(problems)
  if (change.name !== undefined) await assertNameFree(db, exam.school_id, change.name, exam.id)
  await db
    .updateTable('exam')
    .set({
      name: change.name?.trim() ?? exam.name,
      type: change.type ?? exam.type,
      start_date: change.start_date ?? exam.start_date,
    })
    .where('id', '=', exam.id)
    .execute()
  if (change.class_ids) await changeClasses(db, exam, change.class_ids)
  if (change.subject_ids || change.subject_modes)
    await changeSubjects(db, exam, change.subject_ids, change.subject_modes)
  if (change.sessions) await setSessions(db, exam, change.sessions)
}

/** Puts an exam into the bin: it is in no other list. @throws AppError EXAM_HAS_SCANS, EXAM_PUBLISHED */
export async function deleteExam(
  services: Services,
  db: Db,
  exam: Exam,
  byId: number,
): Promise<void> {
  assertUnpublished(exam, '删除考试')
  // The row stays locked until the end, so that no sheet arrives in between.
  await lockRows(db, db.selectFrom('exam').where('id', '=', exam.id).select('id')).execute()
  const scans = await countScannedSheets(db, { examId: exam.id })
  if (scans > 0) throw new AppError('EXAM_HAS_SCANS', { count: scans, action: '删除考试' })
  await db
    .updateTable('exam')
    .set({ deleted_at: isoNow(services.clock), deleted_by: byId })
    .where('id', '=', exam.id)
    .execute()
}

/** @throws AppError EXAM_PUBLISHED */
export function assertUnpublished(exam: Pick<Exam, 'published_snapshot_id'>, action: string): void {
  if (exam.published_snapshot_id !== null) throw new AppError('EXAM_PUBLISHED', { action })
}

async function changeClasses(db: Db, exam: Exam, wanted: readonly number[]): Promise<void> {
  const schools = await selectExamSchools(db, exam.id)
  const classIds = await checkedClasses(
    db,
    [exam.school_id, ...schools.map(({ school_id }) => school_id)],
    exam.grade_id,
    wanted,
  )
  const before = await db
    .selectFrom('exam_class')
    .where('exam_id', '=', exam.id)
    .select('class_id')
    .execute()
  const gone = before.map(({ class_id }) => class_id).filter((id) => !classIds.includes(id))
  if (gone.length > 0) {
    await removeCandidatesOfClasses(db, exam.id, gone)
    await db
      .deleteFrom('exam_class')
      .where('exam_id', '=', exam.id)
      .where('class_id', 'in', gone)
      .execute()
  }
  for (const classId of classIds.filter((id) => !before.some(({ class_id }) => class_id === id)))
    await db.insertInto('exam_class').values({ exam_id: exam.id, class_id: classId }).execute()
}

async function changeSubjects(
  db: Db,
  exam: Exam,
  wanted: readonly number[] | undefined,
  modes: Record<string, number> | undefined,
): Promise<void> {
  const before = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', exam.id)
    .selectAll()
    .orderBy('sort')
    .execute()
  const subjectIds = await checkedSubjects(db, wanted ?? before.map(({ subject_id }) => subject_id))
  const gone = before.map(({ subject_id }) => subject_id).filter((id) => !subjectIds.includes(id))
  if (gone.length > 0) await removeSubjects(db, exam, gone)
  const fresh = subjectIds.filter((id) => !before.some(({ subject_id }) => subject_id === id))
  if (fresh.length > 0) {
    const last = Math.max(-1, ...before.map(({ sort }) => sort))
    await insertExamSubjects(db, exam.id, fresh, last + 1, (id) => modeOf(modes, id, exam.mode))
    await enrolInSubjects(db, exam.id, fresh)
  }
  for (const { subject_id: id, mode } of before.filter(
    ({ subject_id }) => !gone.includes(subject_id),
  )) {
    const next = modes?.[String(id)] === undefined ? mode : modeOf(modes, id, exam.mode)
    if (next === mode) continue
    await assertModeFree(db, exam, id, { mode, next })
    await db
      .updateTable('exam_subject')
      .set({ mode: next })
      .where('exam_id', '=', exam.id)
      .where('subject_id', '=', id)
      .execute()
  }
  await followModes(db, exam)
}

/** An exam has the mode of its subjects; 7 where they differ. */
async function followModes(db: Db, exam: Exam): Promise<void> {
  const subjects = await db
    .selectFrom('exam_subject')
    .where('exam_id', '=', exam.id)
    .select('mode')
    .execute()
  const [first, ...others] = new Set(subjects.map(({ mode }) => mode))
  const mode = others.length > 0 ? MIXED : (first ?? exam.mode)
  if (mode !== exam.mode)
    await db.updateTable('exam').set({ mode }).where('id', '=', exam.id).execute()
}

async function removeSubjects(db: Db, exam: Exam, subjectIds: readonly number[]): Promise<void> {
  const examId = exam.id
  const scans = await countScannedSheets(db, { examId, subjectIds })
  if (scans > 0) throw new AppError('EXAM_HAS_SCANS', { count: scans, action: '移除科目' })
  for (const subjectId of subjectIds) {
    const count = await countImportedScores(db, examId, subjectId)
    if (count > 0)
      throw new AppError('EXAM_HAS_SCORES', {
        subject: await nameOf(db, exam, subjectId),
        count,
        action: '移除科目',
      })
  }
  for (const subjectId of subjectIds) {
    await dropStructure(db, { examId, subjectId })
    for (const table of ['candidate_subject', 'exam_subject'] as const)
      await db
        .deleteFrom(table)
        .where('exam_id', '=', examId)
        .where('subject_id', '=', subjectId)
        .execute()
  }
}

/**
 * Nothing may hang on the way in which a subject gets its scores so far.
 *
 * @throws AppError EXAM_MODE_FIXED
 */
async function assertModeFree(
  db: Db,
  exam: Exam,
  subjectId: number,
  { mode, next }: { mode: number; next: number },
): Promise<void> {
  const sheet = await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', exam.id)
    .where('exam_subject.subject_id', '=', subjectId)
    .select('answer_sheet.type')
    .executeTakeFirst()
  const what =
    (await countScannedSheets(db, { examId: exam.id, subjectIds: [subjectId] })) > 0
      ? mode === ONLINE
        ? '考生的线上作答'
        : '扫描的答题卡'
      : (await countImportedScores(db, exam.id, subjectId)) > 0
        ? '导入的成绩'
        : sheet && !fitsMode(sheet.type, next)
          ? ANSWER_SHEET_TYPES[sheet.type as AnswerSheetType]
          : null
  if (what !== null)
    throw new AppError('EXAM_MODE_FIXED', {
      subject: await nameOf(db, exam, subjectId),
      what,
      mode: examModeLabel(next),
    })
}

const fitsMode = (type: number, mode: number): boolean =>
  SHEET_TYPE_RULES[type as AnswerSheetType]?.modes.some((one) => one === mode) ?? true

async function nameOf(db: Db, exam: Exam, subjectId: number): Promise<string> {
  const row = await db
    .selectFrom('subject')
    .where('id', '=', subjectId)
    .select('name')
    .executeTakeFirst()
  return subjectName(subjectId, exam.grade_id, row ? { [subjectId]: row.name } : {})
}

/** Who is enrolled sits a subject that is added later as the own combination has it, until someone says otherwise. */
async function enrolInSubjects(
  db: Db,
  examId: number,
  subjectIds: readonly number[],
): Promise<void> {
  for (const subjectId of subjectIds)
    await db
      .insertInto('candidate_subject')
      .columns(['exam_id', 'subject_id', 'candidate_id'])
      .expression((eb) =>
        eb
          .selectFrom('candidate')
          .where('exam_id', '=', examId)
          .select(['exam_id', sql<number>`cast(${subjectId} as integer)`.as('subject_id'), 'id']),
      )
      .execute()
  const candidates = await db
    .selectFrom('candidate')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .where('candidate.exam_id', '=', examId)
    .select((eb) => [
      'candidate.id',
      eb.fn.coalesce('candidate.combo', 'student.combo').as('combo'),
    ])
    .execute()
  for (const subjectId of subjectIds) {
    const out = candidates.filter(({ combo }) => isLeftOut(comboIds(combo), subjectId))
    if (out.length === 0) continue
    await db
      .updateTable('candidate_subject')
      .set({ attendance: NOT_SELECTED, attendance_source: 'person' })
      .where('exam_id', '=', examId)
      .where('subject_id', '=', subjectId)
      .where(
        isOneOf(
          db,
          'candidate_id',
          out.map(({ id }) => id),
        ),
      )
      .execute()
  }
}
