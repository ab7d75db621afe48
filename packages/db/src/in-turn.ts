import { CompiledQuery } from 'kysely'
import { type Db, isPostgres } from './database.ts'
import { StatementBatch } from './keeping-client.ts'
import { letOthers } from './let-others.ts'

/** Something to ask of the database, or to write: one statement on PostgreSQL, any number on SQLite. */
export interface Turn<Result> {
  /** On PostgreSQL; null where there is nothing to do. */
  statement: CompiledQuery | null
  /** What the statement's rows say; of none where there was nothing to do. */
  resultOf: (rows: readonly object[]) => Result
  /** On SQLite. */
  run: () => Promise<Result>
}

/** What turns find, in their order. */
export type TurnResults<Turns> = {
  [No in keyof Turns]: Turns[No] extends Turn<infer Result> ? Result : never
}

export interface TurnOptions {
  /**
   * Ends the transaction with them, which spares one more way there and back: nothing may be asked or fail behind
   * them.
   */
  commits?: boolean
  /**
   * Lets PostgreSQL plan these statements, and those behind them in the transaction, once for each connection. With
   * short lists it takes them for so cheap that it plans each anew, which costs more than running it. Only for
   * statements that are to be run the same way for any values.
   *
   * @source PostgreSQL, `choose_custom_plan` in src/backend/utils/cache/plancache.c
   */
  keepsPlans?: boolean
}

/**
 * Runs several one after the other, each as new as what the ones before it left, also where they waited for
 * locks. On PostgreSQL all are sent at once: none may depend on what another one found.
 *
 * Kysely lets a transaction's queries wait for each other's answers, so they reach the connection as one.
 */
export async function inTurn<Turns extends readonly Turn<unknown>[]>(
  db: Db,
  turns: readonly [...Turns],
  { commits = false, keepsPlans = false }: TurnOptions = {},
): Promise<TurnResults<Turns>> {
  const results: unknown[] = []
  if (!isPostgres(db))
    for (const turn of turns) {
      if (results.length > 0) await letOthers()
      results.push(await turn.run())
    }
  else {
    const due = turns.flatMap(({ statement }) => statement ?? [])
    const ahead = keepsPlans && db.isTransaction && due.length > 0 ? [KEEP_PLANS] : []
    const lists = await sendAtOnce(db, [...ahead, ...due], commits && db.isTransaction)
    lists.splice(0, ahead.length)
    for (const { statement, resultOf } of turns)
      results.push(resultOf(statement ? (lists.shift() ?? []) : []))
  }
  return results as TurnResults<Turns>
}

async function sendAtOnce(
  db: Db,
  statements: readonly CompiledQuery[],
  commits: boolean,
): Promise<object[][]> {
  const [only] = statements
  if (!only) return []
  if (statements.length === 1 && !commits) return [(await db.executeQuery<object>(only)).rows]
  // Outside a transaction each query may have a connection of its own; as one they have the same.
  const batch = new StatementBatch(statements, commits)
  const { rows } = await db.executeQuery<object[]>(CompiledQuery.raw(BATCH, [batch]))
  return rows
}

const KEEP_PLANS = CompiledQuery.raw('set local plan_cache_mode = force_generic_plan')

/** Stands for statements of a batch, whose texts are in it. */
const BATCH = 'batch'
