import { type Db, decimalIn } from '@hengjuan/db'
import { WRITTEN_STROKE_MM } from '@hengjuan/domain'
import { type RawBuilder, sql } from 'kysely'

/**
 * A condition on `unit`: something is written on it, as `isWritten` has it. A short answer in a large area has less
 * ink than the limit; its stroke tells.
 *
 * @source domain rules 6.1
 */
export const hasWriting = (db: Db, inkLimit: number): RawBuilder<boolean> =>
  sql<boolean>`(unit.ink_ratio > ${inkLimit}
    or coalesce(${decimalIn(db, 'unit.facts', ['strokeMm'])}, 0) >= ${WRITTEN_STROKE_MM})`
