import type Sqlite from 'better-sqlite3'
import { searchKey } from '@hengjuan/domain'

/** Lets SQLite make the key that searches compare. */
export function installSearchKey(database: Sqlite.Database): void {
  database.function('search_key', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? searchKey(text) : null,
  )
}
