import type { Db } from '@hengjuan/db'

/** Puts a version of a sheet on record; versions are never changed afterwards. */
export const insertVersion = (
  db: Db,
  version: {
    sheetId: number
    version: number
    /** JSON as stored on the sheet. */
    design: string
    blockPlan: string | null
    note: string
    authorId: number
    at: string
  },
) =>
  db
    .insertInto('answer_sheet_version')
    .values({
      sheet_id: version.sheetId,
      version: version.version,
      design: version.design,
      block_plan: version.blockPlan,
      note: version.note,
      author_id: version.authorId,
      created_at: version.at,
    })
    .execute()
