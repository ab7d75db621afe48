import { countRows, type Db, type Tables } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { hasUnitFlag, isNoRisk } from '../../marking-core/index.ts'
import { isAsAgreed } from './agreed-script.query.ts'

export type ScriptRow = Selectable<Tables['benchmark_script']>

export interface PaperFilter {
  blockId: number
  lowMilli?: number | undefined
  highMilli?: number | undefined
  flag?: string | undefined
  code?: string | undefined
  /** Papers that are scripts already as well. */
  withScripts: boolean
}

const USABLE = ['READY', 'MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL']

/** Papers of a block that may become scripts, in serving order, so in no order of class or person. */
export async function selectPapers(db: Db, filter: PaperFilter, limit: number) {
  const papers = db
    .selectFrom('unit')
    .where('block_id', '=', filter.blockId)
    .where('state', 'in', USABLE)
    .where((eb) => eb.not(hasUnitFlag('sheet_gone')))
    .$if(!filter.withScripts, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('benchmark_script')
              .select('benchmark_script.id')
              .whereRef('benchmark_script.unit_id', '=', 'unit.id')
              .where('benchmark_script.state', '<>', 'retired'),
          ),
        ),
      ),
    )
    // What speaks of danger to its writer is not passed round. @source domain rules 6.2
    .where(isNoRisk)
    .$if(filter.lowMilli !== undefined, (query) =>
      query.where('final_milli', '>=', filter.lowMilli ?? 0),
    )
    .$if(filter.highMilli !== undefined, (query) =>
      query.where('final_milli', '<=', filter.highMilli ?? 0),
    )
    .$if(filter.flag !== undefined, (query) => query.where('flags', 'like', `%"${filter.flag}"%`))
    .$if(filter.code !== undefined, (query) =>
      query.where('secret_code', 'like', `${filter.code?.toUpperCase()}%`),
    )
  const total = await countRows(papers)
  const list = await papers
    .select(['id', 'secret_code', 'state', 'flags', 'images'])
    .orderBy('ord')
    .limit(limit)
    .execute()
  return { total, list }
}

export const selectScripts = (db: Db, blockId: number) =>
  db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .selectAll('benchmark_script')
    .select(['unit.secret_code', 'unit.images', 'unit.facts'])
    .select(isAsAgreed.as('is_as_agreed'))
    .orderBy('benchmark_script.id', 'desc')
    .execute()

export const findScript = (db: Db, blockId: number, scriptId: number) =>
  db
    .selectFrom('benchmark_script')
    .selectAll()
    .where('block_id', '=', blockId)
    .where('id', '=', scriptId)
    .executeTakeFirst()

/** Marks of scripts in the order in which they were given. */
export const selectMarks = (db: Db, scriptIds: readonly number[]) =>
  scriptIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('benchmark_mark')
        .innerJoin('user', 'user.id', 'benchmark_mark.leader_id')
        .where('script_id', 'in', scriptIds)
        .selectAll('benchmark_mark')
        .select('user.name')
        .orderBy('marked_at')
        .orderBy('leader_id')
        .execute()

/** Leaders of a block. */
export async function selectLeaderIds(db: Db, blockId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('block_marker')
    .select('user_id')
    .where('block_id', '=', blockId)
    .where('duty', '=', 'leader')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** How many markers met a script as a seed, and how many passed it, by script. */
export async function selectUse(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('seed_event')
    .where('block_id', '=', blockId)
    .where('script_id', 'is not', null)
    .groupBy(['script_id', 'kind'])
    .select(['script_id', 'kind', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return (scriptId: number, kinds: readonly string[]): number =>
    rows
      .filter((row) => row.script_id === scriptId && kinds.includes(row.kind))
      .reduce((sum, { count }) => sum + count, 0)
}
