import type { ColumnType, Generated } from 'kysely'

/** Row number given by the database. */
export type AutoId = Generated<number>
/** UTC ISO 8601 text. */
export type TimeText = string
/** JSON text; `packages/db` stores and returns it as text, callers parse. */
export type JsonText = string
/** 0 or 1: neither database is asked for booleans. */
export type Flag = ColumnType<number, number | undefined, number>
