import type { Db } from '@hengjuan/db'
import { type BlockRow, storedSettings } from '../block/block-rules.query.ts'

/** When the marking of a block is to be done, UTC: its own time, else that of its subject; null for none. */
export const deadlineOf = (
  block: Pick<BlockRow, 'settings'>,
  subjectDeadline: string | null,
): string | null => storedSettings(block).deadline ?? subjectDeadline

/** When the marking of all blocks of a subject is to be done, but for those with a time of their own. */
export async function selectSubjectDeadline(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('exam_subject')
    .select('marking_deadline')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return row.marking_deadline
}

/** @returns what it was before */
export async function changeSubjectDeadline(
  db: Db,
  examId: number,
  subjectId: number,
  deadline: string | null,
): Promise<string | null> {
  const before = await selectSubjectDeadline(db, examId, subjectId)
  await db
    .updateTable('exam_subject')
    .set({ marking_deadline: deadline === null ? null : new Date(deadline).toISOString() })
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .execute()
  return before
}
