import { type CompiledQuery, type OperationNodeSource, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

/** A query that reads rows. */
interface RowQuery<Row> extends OperationNodeSource {
  compile(): CompiledQuery<Row>
  execute(): Promise<Row[]>
}

type RowOf<Query> = Query extends RowQuery<infer Row> ? Row : never

/** Rows by the name of their query; none where there is no query. */
type ReadTogether<Queries> = { [Name in keyof Queries]: RowOf<NonNullable<Queries[Name]>>[] }

/**
 * Runs several queries, on PostgreSQL as one statement: there the ways to the database cost more than finding a few
 * rows. SQLite runs them one after the other.
 *
 * One statement sees one moment. A query that waits for a lock gives the row as its holder left it, the others give
 * what was before: what has to be as new as a locked row is read after it, not together with it.
 *
 * Rows travel as JSON: columns hold text, numbers within 2^53 or null.
 */
export async function readTogether<
  Queries extends Readonly<Record<string, RowQuery<object> | undefined>>,
>(db: Db, queries: Queries): Promise<ReadTogether<Queries>> {
  const due = Object.entries(queries).flatMap(([name, query]) =>
    query ? [[name, query] as const] : [],
  )
  const found: Record<string, object[]> = Object.fromEntries(
    Object.keys(queries).map((name) => [name, []]),
  )
  if (due.length < 2 || !isPostgres(db))
    for (const [name, query] of due) found[name] = await query.execute()
  else {
    const parts = due.map(([name, query]) => sql`${sql.ref(name)} as ${query}`)
    const lists = due.map(
      ([name]) =>
        sql`(select coalesce(json_agg(v), '[]') from ${sql.table(name)} as v) as ${sql.ref(name)}`,
    )
    const { rows } = await sql<
      Record<string, object[]>
    >`with ${sql.join(parts)} select ${sql.join(lists)}`.execute(db)
    Object.assign(found, rows[0])
  }
  return found as ReadTogether<Queries>
}
