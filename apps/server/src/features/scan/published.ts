import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'

/** @throws AppError SCAN_SHEET_PUBLISHED: what was published changes only after it is withdrawn */
export async function refuseIfPublished(db: Db, examId: number): Promise<void> {
  const exam = await db
    .selectFrom('exam')
    .select('published_snapshot_id')
    .where('id', '=', examId)
    .executeTakeFirst()
  if (exam?.published_snapshot_id != null) throw new AppError('SCAN_SHEET_PUBLISHED')
}
