import { countIf, countRows, type Db, isOneOf } from '@hengjuan/db'

const LIVE = ['claimed', 'submitted', 'rejected']

/** Units of a block that carry a reading or a decision; a mark that stands on the paper is neither. */
const touchedUnits = (db: Db, blockId: number) =>
  db
    .selectFrom('unit')
    .where('unit.block_id', '=', blockId)
    .where((eb) =>
      eb.or([
        eb('unit.final_source', '<>', 'OFFLINE'),
        eb('unit.state', 'in', ['PROBLEM', 'THIRD', 'ARBITRATION', 'REJECTED', 'MARKING']),
        eb.exists(
          eb
            .selectFrom('reading')
            .select('reading.id')
            .whereRef('reading.unit_id', '=', 'unit.id')
            .where('reading.state', 'in', LIVE),
        ),
      ]),
    )

/** Ids of units that a clearing would change, from `after` on. */
export const selectTouchedIds = (db: Db, blockId: number, after: number, limit: number) =>
  touchedUnits(db, blockId)
    .where('unit.id', '>', after)
    .select('unit.id')
    .orderBy('unit.id')
    .limit(limit)
    .execute()

/** Of these units those that a clearing would change. */
export const selectTouchedAmong = (db: Db, blockId: number, unitIds: readonly number[]) =>
  touchedUnits(db, blockId)
    .where(isOneOf(db, 'unit.id', unitIds))
    .select('unit.id')
    .orderBy('unit.id')
    .execute()

export async function countClearable(db: Db, blockId: number) {
  const states = await touchedUnits(db, blockId)
    .groupBy(['unit.state', 'unit.final_source'])
    .select(['unit.state', 'unit.final_source', ({ fn }) => fn.countAll<number>().as('count')])
    .execute()
  const sum = (holds: (row: (typeof states)[number]) => boolean) =>
    states.filter(holds).reduce((total, { count }) => total + count, 0)
  const total = await countRows(db.selectFrom('unit').where('block_id', '=', blockId))
  const readings = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', 'in', ['submitted', 'rejected'])
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.count<number>('marker_id').distinct().as('markers'),
    ])
    .executeTakeFirstOrThrow()
  const isFinal = (row: (typeof states)[number]) => row.final_source !== null
  return {
    units: sum(() => true),
    unit_total: total,
    readings: readings.count,
    finals: sum(isFinal),
    decisions: sum(
      (row) => isFinal(row) && !['SINGLE', 'COMBINED', 'PAIR'].includes(row.final_source ?? ''),
    ),
    problems: sum(({ state }) => state === 'PROBLEM'),
    markers: readings.markers,
    locked: sum(({ state }) => state === 'LOCKED'),
  }
}

/**
 * The last clearing of a block of which something can be given back; else the last one. Two at once took some of the
 * papers each. Absent when there was none.
 */
export const findLastClear = (db: Db, blockId: number) =>
  db
    .selectFrom('block_clear')
    .innerJoin('user', 'user.id', 'block_clear.cleared_by')
    .where('block_clear.block_id', '=', blockId)
    .selectAll('block_clear')
    .select('user.name as cleared_by_name')
    .orderBy(
      ({ and, eb, exists }) =>
        eb
          .case()
          .when(
            and([
              eb('block_clear.undone_at', 'is', null),
              exists(
                db
                  .selectFrom('block_clear_unit')
                  .innerJoin('unit', 'unit.id', 'block_clear_unit.unit_id')
                  .select('unit.id')
                  .where('block_clear_unit.clear_id', '=', eb.ref('block_clear.id'))
                  .whereRef('unit.version', '=', 'block_clear_unit.version_after'),
              ),
            ]),
          )
          .then(1)
          .else(0)
          .end(),
      'desc',
    )
    .orderBy('block_clear.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Was a block cleared, without an undo since? */
export async function isCleared(db: Db, blockId: number): Promise<boolean> {
  const last = await findLastClear(db, blockId)
  return last !== undefined && last.undone_at === null
}

/** Papers of a clearing, with whether they are still as it left them. */
const clearedUnits = (db: Db, clearId: number) =>
  db
    .selectFrom('block_clear_unit')
    .innerJoin('unit', 'unit.id', 'block_clear_unit.unit_id')
    .where('block_clear_unit.clear_id', '=', clearId)

export const selectRestorable = (db: Db, clearId: number, after: number, limit: number) =>
  clearedUnits(db, clearId)
    .whereRef('unit.version', '=', 'block_clear_unit.version_after')
    .where('unit.id', '>', after)
    .select(['unit.id', 'block_clear_unit.kept', 'block_clear_unit.version_after'])
    .orderBy('unit.id')
    .limit(limit)
    .execute()

export async function countCleared(db: Db, clearId: number) {
  const row = await clearedUnits(db, clearId)
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('units'),
      fn.sum('block_clear_unit.readings').as('readings'),
      countIf(eb('unit.version', '=', eb.ref('block_clear_unit.version_after'))).as('restorable'),
    ])
    .executeTakeFirstOrThrow()
  return {
    units: row.units,
    readings: Number(row.readings ?? 0),
    restorable: row.restorable,
  }
}

/**
 * Takes away what markers gave seeds and own papers served again, which are no readings of their units.
 *
 * @returns the readings, for an undo
 */
export async function clearMeasured(db: Db, blockId: number): Promise<number[]> {
  const rows = await db
    .updateTable('reading')
    .set({ state: 'superseded', superseded_by: 'reset' })
    .where('block_id', '=', blockId)
    .where('state', 'in', ['given', 'taken_back'])
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives them back as they were, but for those whose marker has read the paper anew since. */
export async function restoreMeasured(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('reading')
    .set(({ case: when }) => ({
      state: when().when('taken_back', '=', 1).then('taken_back').else('given').end(),
      superseded_by: null,
    }))
    .where(isOneOf(db, 'id', ids))
    .where('state', '=', 'superseded')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reading as anew')
            .select('anew.id')
            .whereRef('anew.unit_id', '=', 'reading.unit_id')
            .whereRef('anew.marker_id', '=', 'reading.marker_id')
            .whereRef('anew.id', '>', 'reading.id')
            .where(({ or, and, eb }) =>
              or([
                eb('anew.state', 'in', ['held', 'given', 'taken_back']),
                and([eb('reading.role', '=', 'SEED'), eb('anew.state', 'in', LIVE)]),
              ]),
            ),
        ),
      ),
    )
    .execute()
}
