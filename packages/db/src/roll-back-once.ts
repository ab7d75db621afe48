import type Sqlite from 'better-sqlite3'

const NOTHING = 'select null where false'

/**
 * Where the disk is full or fails, SQLite has taken the transaction back before it says so. Taking it back once more
 * would be an error that stands in the place of the one which says what is the matter.
 */
export function rollBackOnce(database: Sqlite.Database): Sqlite.Database {
  const prepare = database.prepare.bind(database)
  database.prepare = (text: string) =>
    prepare(text === 'rollback' && !database.inTransaction ? NOTHING : text)
  return database
}
