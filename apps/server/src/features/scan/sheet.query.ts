import type { Db } from '@hengjuan/db'
import { AppError, SCAN_EXCEPTION_ORDER, type ScanExceptionCategory } from '@hengjuan/domain'
import type { Scope } from './facts.query.ts'

/** Categories that a sheet waits in, in the order of processing. */
export async function selectOpenCategories(db: Db, sheetId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scan_exception')
    .select('category')
    .distinct()
    .where('sheet_id', '=', sheetId)
    .where('state', '=', 'open')
    .execute()
  const open = rows.map(({ category }) => category)
  return SCAN_EXCEPTION_ORDER.filter((category) => open.includes(category))
}

export type OpenExceptionCounts = Record<ScanExceptionCategory, number>

/** Open exceptions of a subject by category, every category named. */
export async function openExceptionCounts(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<OpenExceptionCounts> {
  const rows = await db
    .selectFrom('scan_exception')
    .select('category')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'open')
    .groupBy('category')
    .execute()
  const counts = new Map(rows.map((row) => [row.category, Number(row.count)]))
  return Object.fromEntries(
    SCAN_EXCEPTION_ORDER.map((category) => [category, counts.get(category) ?? 0]),
  ) as OpenExceptionCounts
}

/** A sheet of the subject. @throws AppError SCAN_SHEET_NOT_FOUND, also for another subject's */
export async function requireSheet(db: Db, scope: Scope, sheetId: string) {
  const sheet = await db
    .selectFrom('scan_sheet')
    .selectAll()
    .where('id', '=', sheetId)
    .where('exam_id', '=', scope.examId)
    .where('subject_id', '=', scope.subjectId)
    .executeTakeFirst()
  if (!sheet) throw new AppError('SCAN_SHEET_NOT_FOUND')
  return sheet
}
