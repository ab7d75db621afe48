import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Session } from '../../../http/session.ts'
import { seesAllSheets } from '../rights.ts'

/**
 * A deleted sheet that the asker may bring back: who deleted it, and those who manage exams.
 *
 * @throws AppError SHEET_NOT_FOUND
 */
export async function findDeleted(db: Db, session: Session, id: number) {
  const sheet = await db
    .selectFrom('answer_sheet')
    .selectAll()
    .where('id', '=', id)
    .where('school_id', '=', session.schoolId ?? 0)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  const mayUndo = sheet?.deleted_by === session.userId || seesAllSheets(session)
  if (!sheet || !mayUndo) throw new AppError('SHEET_NOT_FOUND')
  return sheet
}
