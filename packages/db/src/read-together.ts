import { type CompiledQuery, type OperationNodeSource, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { inTurn, type Turn } from './in-turn.ts'

/** A query that reads rows. */
interface RowQuery<Row> extends OperationNodeSource {
  compile(): CompiledQuery<Row>
  execute(): Promise<Row[]>
}

type RowOf<Query> = Query extends RowQuery<infer Row> ? Row : never

/** Rows by the name of their query; none where there is no query. */
export type ReadTogether<Queries> = { [Name in keyof Queries]: RowOf<NonNullable<Queries[Name]>>[] }

/**
 * Runs several queries, on PostgreSQL as one statement, which spares the ways there and back: there they
 * cost more than finding a few rows. SQLite runs them one after the other.
 *
 * One statement sees one moment. A query that waits for a lock gives the row as its holder left it, the
 * others give what was before: what has to be as new as a locked row is read after it, not together with it.
 *
 * Rows travel as JSON: columns hold text, numbers within 2^53 or null.
 */
export async function readTogether<Queries extends Readings>(
  db: Db,
  queries: Queries,
): Promise<ReadTogether<Queries>> {
  const [read] = await inTurn(db, [reading(db, queries)])
  return read
}

/** The same, to be sent with others. */
export function reading<Queries extends Readings>(
  db: Db,
  queries: Queries,
): Turn<ReadTogether<Queries>> {
  const due = Object.entries(queries).flatMap(([name, query]) =>
    query ? [[name, query] as const] : [],
  )
  const [only] = due
  const isAlone = due.length === 1
  return {
    statement: !only || !isPostgres(db) ? null : isAlone ? only[1].compile() : together(db, due),
    resultOf: (rows) => named(queries, isAlone && only ? { [only[0]]: rows } : rows[0]),
    run: async () => {
      const found: Record<string, object[]> = {}
      for (const [name, query] of due) found[name] = await query.execute()
      return named(queries, found)
    },
  }
}

type Readings = Readonly<Record<string, RowQuery<object> | undefined>>
type Due = readonly (readonly [string, RowQuery<object>])[]

/** One statement, whose only row has the rows of each query as a list. */
function together(db: Db, due: Due): CompiledQuery<Record<string, object[]>> {
  const parts = due.map(([name, query]) => sql`${sql.ref(name)} as ${query}`)
  const lists = due.map(
    ([name]) =>
      sql`(select coalesce(json_agg(v), '[]') from ${sql.table(name)} as v) as ${sql.ref(name)}`,
  )
  return sql<Record<string, object[]>>`with ${sql.join(parts)} select ${sql.join(lists)}`.compile(
    db,
  )
}

const named = <Queries extends Readings>(
  queries: Queries,
  found: Readonly<Record<string, readonly object[]>> | object = {},
): ReadTogether<Queries> =>
  Object.fromEntries(
    Object.keys(queries).map((name) => [name, (found as Record<string, object[]>)[name] ?? []]),
  ) as ReadTogether<Queries>
