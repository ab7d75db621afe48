import { type CompiledQuery, type OperationNodeSource, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

/** A query that reads rows. */
interface RowQuery<Row> extends OperationNodeSource {
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
  const due = dueOf(queries)
  if (isPostgres(db) && due.length > 1) {
    const { rows } = await db.executeQuery(together(db, due))
    return named(queries, rows[0])
  }
  const found: Record<string, object[]> = {}
  for (const [name, query] of due) found[name] = await query.execute()
  return named(queries, found)
}

/**
 * The same twice, the second as new as what the first left, also where it waited for locks. On PostgreSQL
 * both are sent at once, so call it on a connection that nobody else uses, as that of a transaction.
 */
export async function readInTurn<First extends Readings, Second extends Readings>(
  db: Db,
  first: First,
  second: Second,
): Promise<[ReadTogether<First>, ReadTogether<Second>]> {
  const lists = [dueOf(first), dueOf(second)]
  if (!isPostgres(db) || lists.some((due) => due.length === 0))
    return [await readTogether(db, first), await readTogether(db, second)]
  // Both go the same way to the connection, which keeps them in order.
  const [one, two] = await Promise.all(
    lists.map((due) => together(db, due)).map((statement) => db.executeQuery(statement)),
  )
  return [named(first, one?.rows[0]), named(second, two?.rows[0])]
}

type Readings = Readonly<Record<string, RowQuery<object> | undefined>>
type Due = readonly (readonly [string, RowQuery<object>])[]

const dueOf = (queries: Readings): Due =>
  Object.entries(queries).flatMap(([name, query]) => (query ? [[name, query] as const] : []))

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
  found: Readonly<Record<string, object[]>> = {},
): ReadTogether<Queries> =>
  Object.fromEntries(
    Object.keys(queries).map((name) => [name, found[name] ?? []]),
  ) as ReadTogether<Queries>
