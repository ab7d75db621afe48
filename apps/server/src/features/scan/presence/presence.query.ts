import type { Db } from '@hengjuan/db'
import type { Scope } from '../facts.query.ts'

/** Everybody at the exceptions of a subject, who came to their sheet first before the others. */
export const selectPresence = (db: Db, scope: Scope, now: string) =>
  db
    .selectFrom('review_presence')
    .innerJoin('user', 'user.id', 'review_presence.user_id')
    .select(['review_presence.user_id', 'user.name', 'sheet_id', 'since'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('until', '>', now)
    .orderBy('since')
    .orderBy('review_presence.user_id')
    .execute()

export const findPresence = (db: Db, scope: Scope, userId: number, now: string) =>
  db
    .selectFrom('review_presence')
    .select(['sheet_id', 'since'])
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .executeTakeFirst()

export async function upsertPresence(
  db: Db,
  scope: Scope,
  row: { userId: number; sheetId: string | null; since: string; until: string },
): Promise<void> {
  const values = { sheet_id: row.sheetId, since: row.since, until: row.until }
  await db
    .insertInto('review_presence')
    .values({
      exam_id: scope.examId,
      subject_id: scope.subjectId,
      user_id: row.userId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['exam_id', 'subject_id', 'user_id']).doUpdateSet(values),
    )
    .execute()
}

/** Whoever else had the sheet has none any more. */
export const updateHoldersAway = (db: Db, scope: Scope, sheetId: string, userId: number) =>
  db
    .updateTable('review_presence')
    .set({ sheet_id: null })
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('sheet_id', '=', sheetId)
    .where('user_id', '!=', userId)
    .execute()

export const deletePresence = (db: Db, scope: Scope, userId: number) =>
  db
    .deleteFrom('review_presence')
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .where('user_id', '=', userId)
    .execute()
