import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import { voidReasonOf } from '../decide.ts'
import type { Scope } from '../facts.query.ts'
import { timeText } from '../../../wall-clock.ts'

/**
 * The sheet that an action is about. Another school's sheet is as unknown as one that is still to come.
 *
 * @throws AppError SCAN_SHEET_NOT_UPLOADED, SCAN_SHEET_VOID
 */
export async function requireActionSheet(db: Db, scope: Scope, sheetId: string) {
  const sheet = await db
    .selectFrom('scan_sheet')
    .selectAll()
    .where('id', '=', sheetId)
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .executeTakeFirst()
  if (!sheet) throw new AppError('SCAN_SHEET_NOT_UPLOADED')
  if (sheet.state !== 'void') return sheet
  const by = await db
    .selectFrom('scan_decision')
    .innerJoin('user', 'user.id', 'scan_decision.actor_id')
    .select(['user.name', 'scan_decision.at'])
    .where('scan_decision.id', '=', voidReasonOf(sheet.void_reason)?.decisionId ?? 0)
    .executeTakeFirst()
  throw new AppError('SCAN_SHEET_VOID', {
    name: by?.name ?? '系统',
    time: by ? timeText(by.at) : '较早时',
  })
}
