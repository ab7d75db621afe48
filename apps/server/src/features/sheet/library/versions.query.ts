import type { Db } from '@hengjuan/db'
import type { SheetDesign } from '@hengjuan/domain'
import { type Change, diffDesigns } from './diff-designs.ts'

/** Versions of a sheet, newest first, each with what it changed. */
export async function selectVersions(db: Db, sheetId: number) {
  const rows = await db
    .selectFrom('answer_sheet_version')
    .leftJoin('user', 'user.id', 'answer_sheet_version.author_id')
    .where('sheet_id', '=', sheetId)
    .select(['version', 'design', 'note', 'user.name as author', 'answer_sheet_version.created_at'])
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ design, author, ...row }, at) => {
    const before = rows[at + 1]
    const changes: Change[] = before
      ? diffDesigns(JSON.parse(before.design) as SheetDesign, JSON.parse(design) as SheetDesign)
      : []
    return { ...row, author: author ?? '', changes }
  })
}

export const findVersion = (db: Db, sheetId: number, version: number) =>
  db
    .selectFrom('answer_sheet_version')
    .where('sheet_id', '=', sheetId)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirst()
