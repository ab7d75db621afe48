import type { Db, Tables } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

type Sheet = Selectable<Tables['answer_sheet']>

/** @throws AppError SHEET_LOCKED */
export async function assertUnlocked(db: Db, sheet: Pick<Sheet, 'locked_by'>): Promise<void> {
  if (sheet.locked_by !== null)
    throw new AppError('SHEET_LOCKED', { name: await userName(db, sheet.locked_by) })
}

/** @throws AppError VERSION_CONFLICT when somebody saved in between */
export function assertVersion(sheet: Pick<Sheet, 'version'>, version: number | undefined): void {
  if (version !== undefined && version !== sheet.version)
    throw new AppError('VERSION_CONFLICT', { what: '答题卡' })
}

/** @throws AppError EXAM_PUBLISHED */
export async function assertUnpublished(db: Db, sheet: Pick<Sheet, 'exam_id'>): Promise<void> {
  if (sheet.exam_id === null) return
  const exam = await db
    .selectFrom('exam')
    .where('id', '=', sheet.exam_id)
    .select('published_snapshot_id')
    .executeTakeFirst()
  if (exam?.published_snapshot_id != null)
    throw new AppError('EXAM_PUBLISHED', { action: '修改答题卡' })
}

export async function userName(db: Db, userId: number): Promise<string> {
  const user = await db
    .selectFrom('user')
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirst()
  return user?.name ?? ''
}
