import { type Db, isOneOf } from '@hengjuan/db'
import {
  AppError,
  isObjectiveType,
  type Milli,
  type QuestionType,
  subjectName,
} from '@hengjuan/domain'
import { listed } from '../school/index.ts'

/** The mode of subjects whose scores come by a table. @source platform 4.1 */
export const IMPORT_MODE = 4
/** The step behind the import. */
export const REPORTS = 6

/** A subject whose scores come by a table, with what they are out of. */
export interface ImportedSubject {
  id: number
  name: string
  fullMilli: Milli
  status: number
  isFinished: boolean
  /** Of its table of questions; none where only totals come. */
  questions: { id: number; no: string; fullMilli: Milli; isObjective: boolean }[]
}

export async function selectImportedSubjects(
  db: Db,
  exam: { id: number; grade_id: number },
  subjectIds?: readonly number[],
): Promise<ImportedSubject[]> {
  const rows = await db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', exam.id)
    .where('exam_subject.mode', '=', IMPORT_MODE)
    .$if(subjectIds !== undefined, (query) =>
      query.where('exam_subject.subject_id', 'in', listed(subjectIds ?? [])),
    )
    .select([
      'subject.id',
      'subject.name',
      'exam_subject.full_milli',
      'exam_subject.status',
      'exam_subject.import_finished',
    ])
    .orderBy('exam_subject.sort')
    .execute()
  const questions = await db
    .selectFrom('question')
    .where('exam_id', '=', exam.id)
    .where(
      isOneOf(
        db,
        'subject_id',
        rows.map(({ id }) => id),
      ),
    )
    .select(['id', 'subject_id', 'no', 'type', 'full_milli'])
    .orderBy('sort')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: subjectName(row.id, exam.grade_id, { [row.id]: row.name }),
    fullMilli: row.full_milli,
    status: row.status,
    isFinished: row.import_finished === 1,
    questions: questions
      .filter(({ subject_id }) => subject_id === row.id)
      .map(({ id, no, type, full_milli }) => ({
        id,
        no,
        fullMilli: full_milli,
        isObjective: isObjectiveType(type as QuestionType),
      })),
  }))
}

/** The subjects that a file is read for: those named, or all whose import is not finished. */
export async function subjectsToImport(
  db: Db,
  exam: { id: number; grade_id: number },
  subjectIds: readonly number[] | undefined,
): Promise<ImportedSubject[]> {
  const subjects = await importedSubjects(db, exam, subjectIds)
  const open = subjects.filter(({ status }) => status !== REPORTS)
  return subjectIds === undefined && open.length > 0 ? open : subjects
}

/** The subjects that somebody names, all of them. @throws AppError SCORE_IMPORT_NOT_MEANT */
export async function importedSubjects(
  db: Db,
  exam: { id: number; grade_id: number },
  subjectIds: readonly number[] | undefined,
): Promise<ImportedSubject[]> {
  const subjects = await selectImportedSubjects(db, exam, subjectIds)
  if (subjects.length === 0 || (subjectIds && subjects.length < new Set(subjectIds).size))
    throw new AppError('SCORE_IMPORT_NOT_MEANT')
  return subjects
}

/** @throws AppError EXAM_PUBLISHED, SCORE_IMPORT_FINISHED, SCORE_FULL_MISSING */
export function assertImportable(
  exam: { published_snapshot_id: number | null },
  subjects: readonly ImportedSubject[],
): void {
  if (exam.published_snapshot_id !== null)
    throw new AppError('EXAM_PUBLISHED', { action: '导入成绩' })
  const finished = subjects.find(({ status }) => status === REPORTS)
  if (finished) throw new AppError('SCORE_IMPORT_FINISHED', { subject: finished.name })
  const open = subjects.find(({ fullMilli }) => fullMilli === 0)
  if (open) throw new AppError('SCORE_FULL_MISSING', { subject: open.name })
}
