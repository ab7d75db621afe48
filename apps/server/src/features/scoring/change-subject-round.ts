import { type Db, lockRows } from '@hengjuan/db'
import { AppError, type SubjectRound } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { scoreSoon } from './due-scores.ts'
import { selectSubjectRound } from './subject-round.query.ts'

/**
 * Changes how the totals of a subject are rounded and has its candidates scored again. Call it in a
 * transaction of its own, and `finishScores` behind that.
 *
 * @param seen what whoever changes it saw; what somebody else set since stays
 * @returns what it was before; null when it was that already
 * @throws AppError EXAM_PUBLISHED, SUBJECT_SETTINGS_CHANGED
 * @source domain rules 3.4
 */
export async function changeSubjectRound(
  db: Db,
  services: Pick<Services, 'clock'>,
  examId: number,
  subjectId: number,
  { stepMilli, mode }: SubjectRound,
  seen?: SubjectRound,
): Promise<SubjectRound | null> {
  // The row stays locked until the end, so that no publication comes in between.
  const exam = await lockRows(
    db,
    db.selectFrom('exam').where('id', '=', examId).select('published_snapshot_id'),
  ).executeTakeFirstOrThrow()
  const { fullMilli: _, ...before } = await selectSubjectRound(db, examId, subjectId)
  if (before.stepMilli === stepMilli && before.mode === mode) return null
  if (seen && (before.stepMilli !== seen.stepMilli || before.mode !== seen.mode))
    throw new AppError('SUBJECT_SETTINGS_CHANGED', { setting: '科目总分取整' })
  if (exam.published_snapshot_id !== null)
    throw new AppError('EXAM_PUBLISHED', { action: '修改科目总分取整' })
  await db
    .updateTable('exam_subject')
    .set({ round_step_milli: stepMilli, round_mode: mode })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()
  await scoreSoon(db, services, { exam_id: examId, subject_id: subjectId })
  return before
}
