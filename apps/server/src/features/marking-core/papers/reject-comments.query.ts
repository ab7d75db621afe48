import type { Db } from '@hengjuan/db'

/** What the checker wrote when each of these readings was last sent back, by reading. */
export async function selectRejectComments(
  db: Db,
  readingIds: readonly number[],
): Promise<Map<number, string>> {
  if (readingIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('spot_check')
    .select(['reading_id', 'comment'])
    .where('reading_id', 'in', readingIds)
    .where('is_rejected', '=', 1)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ reading_id, comment }) => [reading_id, comment]))
}
