import { randomInt } from 'node:crypto'
import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'

const SHEET_CODES = 65_536

/** A printed code that no sheet has; 0 is left to sheets that are not ours. */
export async function freeSheetCode(db: Db): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const code = randomInt(1, SHEET_CODES)
    const taken = await db
      .selectFrom('answer_sheet')
      .where('sheet_code', '=', code)
      .select('id')
      .executeTakeFirst()
    if (!taken) return code
  }
  throw new AppError('SERVICE_BUSY', { seconds: 5 })
}
