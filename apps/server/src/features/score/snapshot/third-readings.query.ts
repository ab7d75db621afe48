import type { Db } from '@hengjuan/db'

/** Modes in which a third reader may be asked. @source domain rules 3.2 */
const WITH_THIRD = [3, 4]

/** Papers of each block that a third one read, over those that two read; only of blocks that may ask for one. */
export async function selectThirdReadings(
  db: Db,
  examId: number,
): Promise<Map<number, { num: number; den: number }>> {
  const rows = await db
    .selectFrom('reading_tally')
    .innerJoin('block', 'block.id', 'reading_tally.block_id')
    .where('block.exam_id', '=', examId)
    .where('block.mark_mode', 'in', WITH_THIRD)
    .where('reading_tally.role', 'in', ['R2', 'R3'])
    .where('reading_tally.state', '=', 'submitted')
    .groupBy(['reading_tally.block_id', 'reading_tally.role'])
    .select(['reading_tally.block_id', 'reading_tally.role'])
    .select(({ fn }) => fn.sum<number>('reading_tally.count').as('papers'))
    .execute()
  const shares = new Map<number, { num: number; den: number }>()
  for (const { block_id, role, papers } of rows) {
    const known = shares.get(block_id) ?? { num: 0, den: 0 }
    const n = Number(papers)
    shares.set(block_id, role === 'R2' ? { ...known, den: n } : { ...known, num: n })
  }
  return shares
}
