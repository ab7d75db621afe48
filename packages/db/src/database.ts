import Sqlite from 'better-sqlite3'
import {
  Kysely,
  PostgresDialect,
  sql,
  SqliteAdapter,
  SqliteDialect,
  type Transaction,
} from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { checkpointAside } from './checkpoint-aside.ts'
import { migrations } from './migrations/index.ts'
import { rollBackOnce } from './roll-back-once.ts'
import { installSearchKey } from './search-key.ts'
import type { Tables } from './schema/index.ts'
import { UNHURRIED, WatchedClient } from './watched-client.ts'

export type Database = Kysely<Tables>
/** A database or a transaction on it: what query functions take. */
export type Db = Kysely<Tables> | Transaction<Tables>

const STATEMENT_MS = 30_000
/** Pages of a connection that only reads, kibibytes; every commit of another one makes it read them anew. */
const READER_CACHE_KIB = 32_768
/** PostgreSQL has ended a statement by then, and said so. */
const SILENCE_MS = STATEMENT_MS + 10_000

/** int8 and numeric arrive as text by default; ours are counts and thousandths, safe integers. */
const INT8 = 20
const NUMERIC = 1700

/**
 * Opens the database that an address names.
 *
 * @param url `postgres://…` for PostgreSQL, otherwise a file path for SQLite, `:memory:` for one in memory
 * @param options poolSize connections of PostgreSQL, SQLite has one writer; silenceMs how long PostgreSQL is waited for;
 *   readOnly beside another connection that writes: whatever changes something is refused
 */
export function openDatabase(
  url: string,
  { poolSize = 16, silenceMs = SILENCE_MS, readOnly = false }: OpenOptions = {},
): Database {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, { poolSize, silenceMs, readOnly })
  return readOnly ? openSqliteReader(url) : openSqlite(url)
}

interface OpenOptions {
  poolSize?: number
  silenceMs?: number
  readOnly?: boolean
}

/** Sees what is committed when a statement begins, waits for nobody and holds up nobody. */
function openSqliteReader(file: string): Database {
  const database = new Sqlite(file, { readonly: true, fileMustExist: true })
  database.pragma('busy_timeout = 5000')
  database.pragma(`cache_size = -${READER_CACHE_KIB}`)
  database.pragma('temp_store = memory')
  installSearchKey(database)
  return new Kysely<Tables>({ dialect: new WholeSqlite({ database }) })
}

function openSqlite(file: string): Database {
  const database = new Sqlite(file)
  database.pragma('journal_mode = WAL')
  // FULL: an acknowledged mark survives a power cut.
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  // Pages that every mark touches stay in memory, and so does what takes back a statement that failed.
  database.pragma('cache_size = -262144')
  database.pragma('temp_store = memory')
  installSearchKey(database)
  checkpointAside(database)
  return new Kysely<Tables>({ dialect: new WholeSqlite({ database: rollBackOnce(database) }) })
}

/**
 * SQLite takes changes of the schema back like any other, which Kysely does not make use of: an update that a full
 * disk or a power cut ends in the middle would leave half of it, and no start after it would get past that.
 */
class WholeSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new WholeSqliteAdapter()
  }
}
class WholeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function openPostgres(
  connectionString: string,
  { poolSize: max, silenceMs, readOnly }: Required<OpenOptions>,
): Database {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? safeNumber : pg.types.getTypeParser(oid, format),
  }
  const pool = new pg.Pool({
    connectionString,
    max,
    Client: WatchedClient,
    types,
    // Pages are in memory or on a disk without a head: finding some rows by an index beats reading a table.
    options: `-c random_page_cost=1.1${readOnly ? ' -c default_transaction_read_only=on' : ''}`,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: 30_000,
    // Who waits for a connection for as long as a statement may take is told so; a computer that is off answers nothing.
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  // A connection that breaks is replaced at the next use, and whoever was using it is told by the statement. Without
  // listeners it would end the process: the pool's hears of idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (client instanceof WatchedClient) client.watch(silenceMs)
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError(`integer beyond 2^53 from the database: ${text}`)
  return value
}

/** A newer version of the platform made steps in this database that this one does not know. */
export class NewerDatabaseError extends Error {
  readonly unknown: readonly string[]
  constructor(unknown: readonly string[]) {
    super(`unknown migrations: ${unknown.join(', ')}`)
    this.unknown = unknown
  }
}

/**
 * Brings the schema up to date, whole or not at all. In the database of a region that may take longer than any
 * statement is given otherwise.
 *
 * @throws NewerDatabaseError; the error of the migration that failed
 */
export async function migrateToLatest(db: Database): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => unhurried(migrations) },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const unknown = await unknownMigrations(db)
    if (unknown.length > 0) throw new NewerDatabaseError(unknown)
    throw error instanceof Error ? error : new Error('migration failed', { cause: error })
  }
  return (results ?? []).map((result) => result.migrationName)
}

const unhurried = (steps: Readonly<Record<string, Migration>>): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      {
        ...step,
        up: async (db: Db) => {
          if (isPostgres(db)) await sql.raw(UNHURRIED).execute(db)
          await step.up(db)
        },
      },
    ]),
  )

/** What was made in the database and is not known here; nothing where that can not be asked. */
async function unknownMigrations(db: Database): Promise<string[]> {
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return made.rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name))
}

/** Is this PostgreSQL? For the few operations that need two bodies. */
export const isPostgres = (db: Db): boolean =>
  db.getExecutor().adapter.constructor.name === 'PostgresAdapter'

/** Takes rows out of the reach of other claimants on PostgreSQL; SQLite has one writer and needs nothing. */
export const skipLocked = <
  Table extends string,
  Q extends { forUpdate(of: Table): Q; skipLocked(): Q },
>(
  db: Db,
  query: Q,
  of: Table,
): Q => (isPostgres(db) ? query.forUpdate(of).skipLocked() : query)

/** Locks the selected rows until the transaction ends on PostgreSQL; SQLite has one writer. */
export const lockRows = <Q extends { forUpdate(): Q }>(db: Db, query: Q): Q =>
  isPostgres(db) ? query.forUpdate() : query

/** Did this error come from a unique constraint? */
export function isUniqueViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** Does a row refer to what was to be deleted, or one to what is not there? */
export function isForeignKeyViolation(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** The setting that decides whether an acknowledged write survives a power cut, for the start-up check. */
export async function durability(db: Database): Promise<string> {
  if (isPostgres(db)) {
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
    return rows[0]?.synchronous_commit ?? ''
  }
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
  return rows[0]?.synchronous === 2 ? 'full' : `synchronous=${rows[0]?.synchronous}`
}
