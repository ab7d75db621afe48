import { type Db, integerIn } from '@hengjuan/db'
import type { Milli } from '@hengjuan/domain'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BlockRow } from '../block/block-rules.query.ts'
import { factsOf, type UnitRow } from '../engine/unit-facts.ts'

/** Begins the note of a paper that was read a second time on request, in its facts. */
const HAS_OWN = '"secondReading":{'

/**
 * How far two readings of a paper may lie apart: as its block allows, or, where a rule of the subject asked for
 * its second reading, as that rule did. A block of one reading allows nothing of itself.
 *
 * @source domain rules 3.6
 */
export function settleToleranceOf(
  unit: Pick<UnitRow, 'facts'>,
  block: Pick<BlockRow, 'tolerance_milli'>,
): Milli {
  // Most papers have none, and a block has tens of thousands of them.
  const own = unit.facts.includes(HAS_OWN) ? factsOf(unit).secondReading : null
  return own?.toleranceMilli ?? block.tolerance_milli
}

/** Of `unit`: its second reading came with a tolerance of its own. */
export const hasOwnTolerance = sql<SqlBool>`unit.facts like ${sql.lit(`%${HAS_OWN}%`)}`

/** The same in a query over `unit` and `block`. */
export const settleToleranceIn = (db: Db): RawBuilder<Milli> =>
  sql`case when ${hasOwnTolerance}
    then ${integerIn(db, 'unit.facts', ['secondReading', 'toleranceMilli'])}
    else ${sql.ref('block.tolerance_milli')} end`
