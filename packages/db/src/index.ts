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
export { columnsHold } from './search-column.ts'
export { transact } from './transact.ts'
export { type Trouble, troubleOf } from './trouble.ts'
export { inTurn, type Turn, type TurnResults } from './in-turn.ts'
export { hasAny, type Listed } from './later.ts'
export { letOthers } from './let-others.ts'
export {
  rawQuery,
  reading,
  readingLists,
  readTogether,
  type ReadTogether,
} from './read-together.ts'
export { areRowsMissed, rowWrite, type RowWrite, writeRows, writing } from './write-rows.ts'
export type { Tables } from './schema/index.ts'
export type * from './schema/columns.ts'
