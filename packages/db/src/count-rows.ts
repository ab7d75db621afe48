import type { SelectQueryBuilder } from 'kysely'

/** How many rows a query finds, whatever it selects. */
export async function countRows<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
): Promise<number> {
  const [row] = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()
  return (row as { count: number }).count
}
