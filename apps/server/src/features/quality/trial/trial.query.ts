import { countRows, type Db, type Tables, whereGiven } from '@hengjuan/db'
import type { Selectable } from 'kysely'
import { isNoRelative } from '../../marking-setup/index.ts'
import { isAsAgreed } from '../seeds/agreed-script.query.ts'

export type TrialRow = Selectable<Tables['trial_reading']>
/** What a script is for, as the query below has chosen it. */
export type TrialKind = 'practice' | 'calibration'

/**
 * Agreed scripts of a block for trial marking that still are what was agreed on: none whose sheet was voided or has
 * another one in its place, and none with another score since. Without those that the marker helped to agree on, or met as a seed, and those of
 * relatives: a trial counts for nobody, but it shows the answer and tells the score. What was given in a trial before
 * it came as a seed stays.
 */
export async function selectTrialScripts(db: Db, blockId: number, markerId: number) {
  const rows = await db
    .selectFrom('benchmark_script')
    .innerJoin('unit', 'unit.id', 'benchmark_script.unit_id')
    .where('benchmark_script.block_id', '=', blockId)
    .where('benchmark_script.kind', 'in', ['practice', 'calibration'])
    .where('benchmark_script.state', '=', 'agreed')
    .where(isAsAgreed)
    .where(isNoRelative(markerId))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('benchmark_mark')
            .select('benchmark_mark.script_id')
            .whereRef('benchmark_mark.script_id', '=', 'benchmark_script.id')
            .where('benchmark_mark.leader_id', '=', markerId),
        ),
      ),
    )
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom('reading')
              .select('reading.id')
              .whereRef('reading.unit_id', '=', 'unit.id')
              .where('reading.marker_id', '=', markerId)
              .where('reading.role', '=', 'SEED')
              .where('reading.state', '<>', 'released'),
          ),
        ),
        exists(
          selectFrom('trial_reading')
            .select('trial_reading.id')
            .whereRef('trial_reading.script_id', '=', 'benchmark_script.id')
            .where('trial_reading.marker_id', '=', markerId),
        ),
      ]),
    )
    .select(['benchmark_script.id', 'benchmark_script.kind', 'benchmark_script.points'])
    .select(['benchmark_script.comments', 'unit.id as unit_id', 'unit.images', 'unit.facts'])
    .orderBy('benchmark_script.id')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as TrialKind }))
}

/** What markers of a block gave in trials, in order; of one marker when named. */
export const selectTrials = (
  db: Db,
  filter: { blockId: number; markerId?: number | undefined },
): Promise<TrialRow[]> =>
  db
    .selectFrom('trial_reading')
    .selectAll()
    .where('block_id', '=', filter.blockId)
    .where((eb) => whereGiven(eb, { marker_id: filter.markerId }))
    .orderBy('id')
    .execute()

export const findTrialByKey = (db: Db, idemKey: string) =>
  db.selectFrom('trial_reading').selectAll().where('idem_key', '=', idemKey).executeTakeFirst()

/** How many trials a script had. */
export async function countTrials(db: Db, scriptId: number): Promise<number> {
  return countRows(db.selectFrom('trial_reading').where('script_id', '=', scriptId))
}

/** Trials of a block by script: how many, and how many of them within the tolerance. */
export async function selectTrialUse(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('trial_reading')
    .where('block_id', '=', blockId)
    .groupBy(['script_id', 'is_within'])
    .select(['script_id', 'is_within', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  return (scriptId: number) => {
    const own = rows.filter(({ script_id }) => script_id === scriptId)
    const sum = (list: typeof own) => list.reduce((total, { count }) => total + count, 0)
    return { served: sum(own), passed: sum(own.filter(({ is_within }) => is_within === 1)) }
  }
}
