import type { Db } from '@hengjuan/db'
import { AppError, type Milli } from '@hengjuan/domain'
import { assertImportable, importedSubjects } from './imported-subject.query.ts'
import { lockSubjects } from './write-scores.ts'

/**
 * Sets what the scores of a subject are out of.
 *
 * @throws AppError SCORE_FULL_FROM_ITEMS, SCORE_FULL_BELOW, SCORE_IMPORT_FINISHED, EXAM_PUBLISHED
 */
export async function setFullMark(
  db: Db,
  exam: { id: number; grade_id: number },
  subjectId: number,
  fullMilli: Milli,
): Promise<void> {
  const locked = await lockSubjects(db, exam.id, [subjectId])
  const [subject] = await importedSubjects(db, exam, [subjectId])
  if (!subject) throw new AppError('SCORE_IMPORT_NOT_MEANT')
  assertImportable(locked, [{ ...subject, fullMilli }])
  if (subject.questions.length > 0)
    throw new AppError('SCORE_FULL_FROM_ITEMS', { subject: subject.name })
  const { above } = await db
    .selectFrom('candidate_subject')
    .where('exam_id', '=', exam.id)
    .where('subject_id', '=', subjectId)
    .where('total_milli', '>', fullMilli)
    .select((eb) => eb.fn.countAll<number>().as('above'))
    .executeTakeFirstOrThrow()
  if (Number(above) > 0)
    throw new AppError('SCORE_FULL_BELOW', { subject: subject.name, count: Number(above) })
  await db
    .updateTable('exam_subject')
    .set({ full_milli: fullMilli })
    .where('exam_id', '=', exam.id)
    .where('subject_id', '=', subjectId)
    .execute()
}
