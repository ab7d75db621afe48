import type { Db } from '@hengjuan/db'
import { AppError, PAPER_STATES } from '@hengjuan/domain'
import { paperStateOf, type ReadingRow, type UnitRow } from '../engine/unit-facts.ts'
import { findLiveReading } from '../engine/unit.query.ts'

/** What a reading became that its marker changed since: the same person's word on the same paper. */
export const asItStands = async (db: Db, reading: ReadingRow): Promise<ReadingRow> =>
  reading.state === 'superseded'
    ? ((await findLiveReading(db, reading.unit_id, reading.marker_id)) ?? reading)
    : reading

/**
 * Nothing is said of a paper that is not there to be seen: its candidate is absent, or its sheet went.
 *
 * @throws AppError MARKING_UNIT_NOT_OPEN
 */
export function assertCheckable(unit: UnitRow): void {
  if (CHECKABLE.includes(unit.state)) return
  const state = PAPER_STATES[paperStateOf(unit) as 'OUT']
  throw new AppError('MARKING_UNIT_NOT_OPEN', { state, action: '抽查' })
}

/** States in which a paper shows what was read of it; what is published is looked at, and not changed. */
const CHECKABLE = ['MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL', 'LOCKED']
