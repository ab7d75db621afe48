import { CompiledQuery, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { inTurn, type Turn } from './in-turn.ts'
import { Later, type Listed } from './later.ts'

/** A query that reads rows. */
interface RowQuery<Row> extends OperationNodeSource {
  compile(): CompiledQuery<Row>
  execute(): Promise<Row[]>
}

/** A query that is written out. */
export const rawQuery = <Row extends object>(db: Db, query: RawBuilder<Row>): RowQuery<Row> => ({
  toOperationNode: () => query.toOperationNode(),
  compile: () => query.compile(db),
  execute: async () => (await query.execute(db)).rows,
})

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
  const due = dueOf(queries)
  return {
    statement: isPostgres(db) ? together(db, due) : null,
    resultOf: resultsOf(queries),
    run: async () => {
      const found: Record<string, object[]> = {}
      for (const [name, query] of due) found[name] = await query.execute()
      return named(Object.keys(queries), found) as ReadTogether<Queries>
    },
  }
}

/**
 * The same for queries that are asked again and again with other lists: their text is made once, for making it
 * takes longer than sending it.
 *
 * @param name of the queries, one for each place that makes some
 * @param lists by name; which of them are empty may decide what is asked, nothing else that is in them
 */
export function readingLists<Lists extends AnyLists, Queries extends Readings>(
  db: Db,
  name: string,
  lists: Lists,
  queriesOf: (given: Given<Lists>) => Queries,
): Turn<ReadTogether<Queries>> {
  const shape = shapeOf(db, name, lists, queriesOf)
  const filled = ({ sql: text, parameters }: CompiledQuery) =>
    CompiledQuery.raw(
      text,
      parameters.map((value) =>
        value instanceof Later ? value.encode(lists[value.name] ?? []) : value,
      ),
    )
  const { statement, single, names } = shape
  return {
    statement: statement && filled(statement),
    resultOf: shape.resultOf as (rows: readonly object[]) => ReadTogether<Queries>,
    run: async () => {
      const found: Record<string, object[]> = {}
      for (const [own, query] of single)
        found[own] = (await db.executeQuery<object>(filled(query))).rows
      return named(names, found) as ReadTogether<Queries>
    },
  }
}

type AnyLists = Readonly<Record<string, readonly (number | string | object)[]>>
type Given<Lists extends AnyLists> = { [Name in keyof Lists]: Listed<Lists[Name][number]> }

/** Statements with the places of their lists. */
interface Shape extends Pick<Turn<unknown>, 'statement' | 'resultOf'> {
  /** On SQLite, each by itself. */
  single: readonly (readonly [string, CompiledQuery])[]
  names: readonly string[]
}

const shapes = new Map<string, Shape>()

function shapeOf<Lists extends AnyLists>(
  db: Db,
  name: string,
  lists: Lists,
  queriesOf: (given: Given<Lists>) => Readings,
): Shape {
  const entries = Object.entries(lists)
  const key = entries.reduce(
    (text, [own, list]) => (list.length > 0 ? `${text}\n${own}` : text),
    `${isPostgres(db) ? 'postgres' : 'sqlite'} ${name}`,
  )
  const known = shapes.get(key)
  if (known) return known
  const given = Object.fromEntries(
    entries.map(([own, list]) => [
      own,
      list.length === 0 ? list : new Later(own, typeof list[0] === 'string'),
    ]),
  ) as Given<Lists>
  const queries = queriesOf(given)
  const due = dueOf(queries)
  const made: Shape = {
    statement: isPostgres(db) ? together(db, due) : null,
    single: isPostgres(db) ? [] : due.map(([own, query]) => [own, query.compile()] as const),
    names: Object.keys(queries),
    resultOf: resultsOf(queries),
  }
  shapes.set(key, made)
  return made
}

type Readings = Readonly<Record<string, RowQuery<object> | undefined>>
type Due = readonly (readonly [string, RowQuery<object>])[]

const dueOf = (queries: Readings): Due =>
  Object.entries(queries).flatMap(([name, query]) => (query ? [[name, query] as const] : []))

/** One statement, whose only row has the rows of each query as a list; a single query as it is. */
function together(db: Db, due: Due): CompiledQuery<object> | null {
  const [only] = due
  if (!only) return null
  if (due.length === 1) return only[1].compile()
  const parts = due.map(([name, query]) => sql`${sql.ref(name)} as ${query}`)
  const lists = due.map(
    ([name]) =>
      sql`(select coalesce(json_agg(v), '[]') from ${sql.table(name)} as v) as ${sql.ref(name)}`,
  )
  return sql<object>`with ${sql.join(parts)} select ${sql.join(lists)}`.compile(db)
}

/** What the rows of that statement say. */
function resultsOf<Queries extends Readings>(
  queries: Queries,
): (rows: readonly object[]) => ReadTogether<Queries> {
  const names = Object.keys(queries)
  const due = names.filter((name) => queries[name])
  const [only] = due
  return (rows) =>
    named(names, due.length === 1 && only ? { [only]: rows } : rows[0]) as ReadTogether<Queries>
}

const named = (
  names: readonly string[],
  found: Readonly<Record<string, readonly object[]>> | object = {},
): Record<string, readonly object[]> =>
  Object.fromEntries(
    names.map((name) => [name, (found as Record<string, readonly object[]>)[name] ?? []]),
  )
