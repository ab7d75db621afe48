export { countIf } from './count-if.ts'
export { countRows } from './count-rows.ts'
export {
  type Database,
  type Db,
  durability,
  isPostgres,
  isForeignKeyViolation,
  isUniqueViolation,
  lockRows,
  migrateToLatest,
  NewerDatabaseError,
  openDatabase,
  skipLocked,
} from './database.ts'
export { integerAt, decimalIn, integerIn } from './json-at.ts'
export { isOneOf, rowsOf } from './row-list.ts'
export { readTogether } from './read-together.ts'
export { columnsHold } from './search-column.ts'
export { transact } from './transact.ts'
export { type Trouble, troubleOf } from './trouble.ts'
export { whereGiven } from './where-given.ts'
export { rowWrite, type RowWrite, writeRows } from './write-rows.ts'
export { yieldToEventLoop } from './yield.ts'
export type { Tables } from './schema/index.ts'
export type * from './schema/columns.ts'
