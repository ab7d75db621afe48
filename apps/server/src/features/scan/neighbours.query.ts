import type { Db } from '@hengjuan/db'

/**
 * The nearest sheets before and after one in its stack whose candidates are known. Stacks are collected by
 * room and seat, so that both say where a sheet without a number was written.
 *
 * @source ui D4 (room/seat)
 */
export async function selectNeighbours(db: Db, sheetId: string) {
  const of = await db
    .selectFrom('scan_sheet')
    .where('id', '=', sheetId)
    .select(['batch_id', 'seq'])
    .executeTakeFirst()
  if (!of) return { before: null, after: null }
  const known = db
    .selectFrom('scan_sheet')
    .innerJoin('candidate', 'candidate.id', 'scan_sheet.candidate_id')
    .where('scan_sheet.batch_id', '=', of.batch_id)
    .where('scan_sheet.state', '=', 'active')
    .select([
      'scan_sheet.seq',
      'candidate.name',
      'candidate.exam_no',
      'candidate.room_no',
      'candidate.seat_no',
    ])
  const before = await known
    .where('scan_sheet.seq', '<', of.seq)
    .orderBy('scan_sheet.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = await known
    .where('scan_sheet.seq', '>', of.seq)
    .orderBy('scan_sheet.seq')
    .limit(1)
    .executeTakeFirst()
  return { before: before ?? null, after: after ?? null }
}
