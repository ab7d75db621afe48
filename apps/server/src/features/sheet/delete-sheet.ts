import type { Db, Tables } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import { countScannedSheets } from './scan-count.query.ts'
import { dropStructure } from './sync-structure.ts'

/** Deletes a sheet and what its exam subject took from it. @throws AppError SHEET_LOCKED, SHEET_IN_USE */
export async function deleteSheet(
  db: Db,
  sheet: Selectable<Tables['answer_sheet']>,
): Promise<void> {
  if (sheet.locked_by !== null) {
    const locker = await db
      .selectFrom('user')
      .where('id', '=', sheet.locked_by)
      .select('name')
      .executeTakeFirst()
    throw new AppError('SHEET_LOCKED', { name: locker?.name ?? '' })
  }
  if (sheet.exam_id !== null && sheet.subject_id !== null) {
    const target = { examId: sheet.exam_id, subjectId: sheet.subject_id }
    const count = await countScannedSheets(db, {
      examId: target.examId,
      subjectIds: [target.subjectId],
    })
    if (count > 0) throw new AppError('SHEET_IN_USE', { count })
    await dropStructure(db, target)
  }
  await db.deleteFrom('answer_sheet').where('id', '=', sheet.id).execute()
}
