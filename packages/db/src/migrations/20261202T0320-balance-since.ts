import { type Kysely, sql } from 'kysely'

/**
 * Since when idle time counts: when a block was opened last, and when a marker could first have marked what they
 * have now; and whose work went to others because they were away. And whether quotas were worked out from average allocation: such a block goes on being balanced.
 *
 * Of blocks that are open, the first paper given out says when they were at the latest. What nothing says of a
 * marker is left open.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('block').addColumn('opened_at', 'text').execute()
  await db.schema
    .alterTable('block')
    .addColumn('was_average', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['able_since', 'away_since'])
    await db.schema.alterTable('block_marker').addColumn(column, 'text').execute()
  await sql`update block set opened_at = coalesce(
    (select min(claimed_at) from reading where reading.block_id = block.id), ${new Date().toISOString()}
  ) where status = 'open'`.execute(db)
  const { rows } = await sql<{ block_id: number; changes: string }>`
    select block_id, changes from balance_event where kind = 'balance' order by id`.execute(db)
  const first = new Map<number, string>()
  for (const { block_id, changes } of rows) if (!first.has(block_id)) first.set(block_id, changes)
  for (const [id, changes] of first) {
    const { allocMode } = JSON.parse(changes) as { allocMode?: number }
    if (allocMode === 2)
      await sql`update block set was_average = 1 where id = ${id} and alloc_mode = 3`.execute(db)
  }
}
