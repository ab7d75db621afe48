import type { examCreate, InputOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import {
  AppError,
  EXAM_MODES,
  EXAM_TYPES,
  type FieldError,
  gradeLabel,
  GRADES,
  TOTAL_SUBJECT_ID,
} from '@hengjuan/domain'
import { isoNow } from '../../clock.ts'
import type { Services } from '../../services.ts'
import type { Session } from '../../http/session.ts'
import { addExamClasses, addExamSchools } from '../roster/index.ts'
import { listed, schoolOf } from '../school/index.ts'
import { setSessions } from './exam-sessions.ts'
import { organisedSchools } from './organised-schools.ts'

const IMPORT_MODE = 4

type NewExam = InputOf<typeof examCreate>['body']

/**
 * Creates an exam with its subjects at the first step and its classes; candidates come later.
 *
 * @throws AppError INPUT_INVALID, EXAM_NAME_TAKEN, EXAM_SUBJECTS_EMPTY, EXAM_CLASSES_EMPTY,
 *   CLASS_NOT_FOUND, SUBJECT_NOT_FOUND, SCHOOL_NOT_FOUND, EXAM_SESSIONS_INVALID
 */
export async function createExam(
  services: Services,
  db: Db,
  session: Session,
  exam: NewExam,
): Promise<number> {
  const who = { schoolId: schoolOf(session), userId: session.userId }
  const problems: FieldError[] = [
    ...(exam.type in EXAM_TYPES ? [] : [{ path: 'type', message: '请选择考试类型' }]),
    ...(exam.mode in EXAM_MODES ? [] : [{ path: 'mode', message: '请选择考试模式' }]),
    ...(exam.grade_id in GRADES ? [] : [{ path: 'grade_id', message: '请选择年级' }]),
    ...dateProblems(exam.start_date),
  ]
  if (problems.length > 0) throw new AppError('INPUT_INVALID').withDetails(problems)
  await assertNameFree(db, who.schoolId, exam.name)
  const subjectIds = await checkedSubjects(db, exam.subject_ids)
  const schools = await organisedSchools(db, session, exam.joint_schools)
  const classIds = await checkedClasses(
    db,
    schools.flatMap(({ id, state }) => (state === 'editing' ? [id] : [])),
    exam.grade_id,
    exam.class_ids,
    // Schools bring their classes in with their lists.
    { mayBeEmpty: exam.joint_schools !== undefined },
  )
  const { id } = await db
    .insertInto('exam')
    .values({
      school_id: who.schoolId,
      name: exam.name.trim(),
      type: exam.type,
      mode: exam.mode,
      grade_id: exam.grade_id,
      start_date: exam.start_date,
      scope: exam.joint_schools ? 'joint' : 'school',
      peer_names: exam.peer_names ?? 'hidden',
      copied_from: await copiedFrom(db, who.schoolId, exam.copied_from),
      created_by: who.userId,
      created_at: isoNow(services.clock),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addExamSchools(db, { id, school_id: who.schoolId }, schools)
  await insertExamSubjects(db, id, subjectIds, 0, (subjectId) =>
    modeOf(exam.subject_modes, subjectId, exam.mode),
  )
  await setFullMarks(db, id, exam.subject_fulls ?? {})
  if (exam.sessions) {
    const scope = exam.joint_schools ? 'joint' : 'school'
    await setSessions(
      db,
      { id, school_id: who.schoolId, grade_id: exam.grade_id, scope },
      exam.sessions,
    )
  }
  await addExamClasses(db, id, classIds)
  return id
}

/** An exam of the own school; what it was copied from is no reason to refuse a new one. */
async function copiedFrom(db: Db, schoolId: number, id: number | undefined) {
  if (id === undefined) return null
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', id)
    .where('school_id', '=', schoolId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return exam?.id ?? null
}

/** Full marks that nothing else says: of subjects whose scores are imported. */
async function setFullMarks(
  db: Db,
  examId: number,
  fulls: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [subjectId, full_milli] of Object.entries(fulls))
    await db
      .updateTable('exam_subject')
      .set({ full_milli })
      .where('exam_id', '=', examId)
      .where('subject_id', '=', Number(subjectId))
      .where('mode', '=', IMPORT_MODE)
      .execute()
}

export function dateProblems(date: string): FieldError[] {
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
    ? []
    : [{ path: 'start_date', message: '没有这一天，请重新选择日期' }]
}

/** Mode of a subject: its own, or the exam's; mixed marking (7) begins as marking on screen. */
export function modeOf(
  modes: Record<string, number> | undefined,
  subjectId: number,
  examMode: number,
): number {
  const mode = modes?.[String(subjectId)] ?? (examMode === 7 ? 1 : examMode)
  if (!(mode in EXAM_MODES))
    throw new AppError('INPUT_INVALID').withDetails([
      { path: `subject_modes.${subjectId}`, message: '请选择科目的考试模式' },
    ])
  return mode
}

export const insertExamSubjects = (
  db: Db,
  examId: number,
  subjectIds: readonly number[],
  firstSort: number,
  modeFor: (subjectId: number) => number,
) =>
  db
    .insertInto('exam_subject')
    .values(
      subjectIds.map((subjectId, index) => ({
        exam_id: examId,
        subject_id: subjectId,
        mode: modeFor(subjectId),
        status: 1,
        full_milli: 0,
        sort: firstSort + index,
      })),
    )
    .execute()

export async function assertNameFree(
  db: Db,
  schoolId: number,
  name: string,
  exceptId?: number,
): Promise<void> {
  const same = await db
    .selectFrom('exam')
    .where('school_id', '=', schoolId)
    .where('name', '=', name.trim())
    .where('deleted_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? 0))
    .select('id')
    .executeTakeFirst()
  if (same) throw new AppError('EXAM_NAME_TAKEN', { name: name.trim() })
}

/** @returns the ids without repetition, in their given order */
export async function checkedSubjects(db: Db, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)]
  if (unique.length === 0) throw new AppError('EXAM_SUBJECTS_EMPTY')
  const known = await db
    .selectFrom('subject')
    .where('id', 'in', unique)
    .where('id', '!=', TOTAL_SUBJECT_ID)
    .select('id')
    .execute()
  if (known.length !== unique.length) throw new AppError('SUBJECT_NOT_FOUND')
  return unique
}

/** @returns the ids without repetition: classes of one of the schools and of the grade */
export async function checkedClasses(
  db: Db,
  schoolIds: readonly number[],
  gradeId: number,
  ids: readonly number[],
  { mayBeEmpty = false } = {},
): Promise<number[]> {
  const unique = [...new Set(ids)]
  if (unique.length === 0 && !mayBeEmpty) throw new AppError('EXAM_CLASSES_EMPTY')
  const known = await db
    .selectFrom('class')
    .where('id', 'in', listed(unique))
    .where('school_id', 'in', listed(schoolIds))
    .where('grade_id', '=', gradeId)
    .where('kind', '=', 'admin')
    .select('id')
    .execute()
  const missing = unique.find((id) => !known.some((row) => row.id === id))
  if (missing !== undefined)
    throw new AppError('CLASS_NOT_FOUND', {
      className: `（编号 ${missing}，${gradeLabel(gradeId)}）`,
    })
  return unique
}
