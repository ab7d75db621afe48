import type { Db } from '@hengjuan/db'
import { sql } from 'kysely'

type Row = Record<string, string | number | null>

/** Rows of blocks that went with papers, table by table, parents before what refers to them. */
export interface RemovedPapers {
  tables: { name: string; rows: Row[] }[]
  /** Papers that had a mark. */
  marked: number
}

/** Questions and score points stay with the exam and follow the division. */
const FOLLOWING = ['question', 'score_point']
/** Counts and places that the database keeps by itself: they follow what is taken out and put back. */
const KEPT = ['reading_tally', 'unit_tally', 'unit_queue'] as const
/** Columns by which a row belongs to a block, the nearest first. */
const OWNERS = ['block_id', 'unit_id', 'reading_id', 'script_id'] as const
const NOT_TAKEN: readonly string[] = [...FOLLOWING, ...KEPT]
type Owner = (typeof OWNERS)[number]
const OWNING = { unit_id: 'unit', reading_id: 'reading', script_id: 'benchmark_script' } as const

/**
 * Takes blocks with everything that was scanned and marked in them out of the exam: units, readings, their
 * history, and whatever else refers to these. The rows of the blocks themselves are left for the caller, who
 * makes the exam follow the new division.
 *
 * @returns null when the blocks have no papers
 */
export async function takeOutPapers(
  db: Db,
  blockIds: readonly number[],
  marked: number,
): Promise<RemovedPapers | null> {
  if (blockIds.length === 0) return null
  const dependents = await selectDependents(db)
  const tables = [{ name: 'block', rows: await rowsOf(db, 'block', 'id', blockIds) }]
  for (const { name, owner } of dependents)
    tables.push({ name, rows: await rowsOf(db, name, owner, blockIds) })
  if (tables.every(({ name, rows }) => name !== 'unit' || rows.length === 0)) return null
  for (const { name, owner } of dependents.toReversed())
    await sql`delete from ${sql.table(name)} where ${owned(owner, blockIds)}`.execute(db)
  for (const name of KEPT) await db.deleteFrom(name).where('block_id', 'in', blockIds).execute()
  return { tables: tables.filter(({ rows }) => rows.length > 0), marked }
}

/** How many papers went with the blocks. */
export const papersIn = ({ tables }: RemovedPapers): number =>
  tables.find(({ name }) => name === 'unit')?.rows.length ?? 0

/** Puts the rows of the blocks back; to be called before the exam follows the division. */
export const restoreBlocks = (db: Db, removed: RemovedPapers): Promise<void> =>
  insertRows(db, removed, (name) => name === 'block')

/** Puts papers, readings and history back, for blocks that are there again. */
export const restorePapers = (db: Db, removed: RemovedPapers): Promise<void> =>
  insertRows(db, removed, (name) => name !== 'block')

/** Tables whose rows belong to a block, in an order in which they can be filled. */
async function selectDependents(db: Db): Promise<{ name: string; owner: Owner }[]> {
  const found = (await db.introspection.getTables()).flatMap(({ name, columns, isView }) => {
    const names = columns.map((column) => column.name)
    const owner = OWNERS.find((column) => names.includes(column))
    if (isView || owner === undefined || NOT_TAKEN.includes(name)) return []
    const depth = names.some((column) => column === 'reading_id' || column === 'script_id')
      ? 2
      : Number(names.includes('unit_id'))
    return [{ name, owner, depth }]
  })
  return found.toSorted((a, b) => a.depth - b.depth)
}

const owned = (owner: Owner | 'id', blockIds: readonly number[]) =>
  owner === 'block_id' || owner === 'id'
    ? sql`${sql.ref(owner)} in (${sql.join(blockIds)})`
    : sql`${sql.ref(owner)} in (
        select id from ${sql.table(OWNING[owner])} where block_id in (${sql.join(blockIds)})
      )`

const rowsOf = async (db: Db, name: string, owner: Owner | 'id', blockIds: readonly number[]) =>
  (await sql<Row>`select * from ${sql.table(name)} where ${owned(owner, blockIds)}`.execute(db))
    .rows

/** SQLite takes 32,766 values a statement. */
const MOST_VALUES = 20_000

async function insertRows(
  db: Db,
  { tables }: RemovedPapers,
  isWanted: (name: string) => boolean,
): Promise<void> {
  for (const { name, rows } of tables.filter((table) => isWanted(table.name))) {
    const columns = Object.keys(rows[0] ?? {})
    const size = Math.floor(MOST_VALUES / Math.max(1, columns.length))
    for (let from = 0; from < rows.length; from += size) {
      const values = rows
        .slice(from, from + size)
        .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
      await sql`
        insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values ${sql.join(values)}
      `.execute(db)
    }
  }
}
