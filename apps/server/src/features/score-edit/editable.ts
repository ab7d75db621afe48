import type { Db } from '@hengjuan/db'
import { AppError, subjectName } from '@hengjuan/domain'

/** Mode of subjects whose scores come by a table. @source platform 4.1 */
const IMPORTED = 4

/** May scores of a subject be edited in the preview? @throws AppError EXAM_PUBLISHED, SCORE_EDIT_IMPORTED */
export async function assertEditable(
  db: Db,
  exam: { id: number; grade_id: number; published_snapshot_id: number | null },
  subjectId: number,
): Promise<void> {
  if (exam.published_snapshot_id !== null)
    throw new AppError('EXAM_PUBLISHED', { action: '在预审中改分' })
  const subject = await db
    .selectFrom('exam_subject')
    .innerJoin('subject', 'subject.id', 'exam_subject.subject_id')
    .where('exam_subject.exam_id', '=', exam.id)
    .where('exam_subject.subject_id', '=', subjectId)
    .select(['exam_subject.mode', 'subject.name'])
    .executeTakeFirst()
  if (subject?.mode === IMPORTED)
    throw new AppError('SCORE_EDIT_IMPORTED', {
      subject: subjectName(subjectId, exam.grade_id, { [subjectId]: subject.name }),
    })
}
