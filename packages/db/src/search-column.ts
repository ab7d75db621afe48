import { DASHES_OF_SEARCH, DROPPED_BY_SEARCH, searchWord } from '@hengjuan/domain'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './database.ts'

/** The key of a column, as `searchKey` makes it of a text. */
export const searchColumn = (db: Db, column: Expression<string | null>): RawBuilder<string> =>
  isPostgres(db)
    ? sql`translate(lower(normalize(${column}, NFKC)), ${sql.lit(DASHES_OF_SEARCH + DROPPED_BY_SEARCH)}, ${sql.lit('-'.repeat(DASHES_OF_SEARCH.length))})`
    : sql`search_key(${column})`

/** Does one of the columns hold what was typed into a search box, however either is spelled? */
export const columnsHold = (
  db: Db,
  columns: readonly Expression<string | null>[],
  typed: string,
): RawBuilder<boolean> => {
  const pattern = `%${searchWord(typed).replace(/[\\%_]/g, '\\$&')}%`
  const held = columns.map((column) => sql`${searchColumn(db, column)} like ${pattern} escape '\\'`)
  return sql<boolean>`(${sql.join(held, sql` or `)})`
}
