import type { Db } from '@hengjuan/db'
import {
  AppError,
  NO_MARK_REASONS,
  type NoMarkReason,
  PAPER_STATES,
  UNIT_FLAGS,
} from '@hengjuan/domain'
import {
  findLiveReading,
  flagsOf,
  paperStateOf,
  type ReadingRow,
  type UnitRow,
} from '../../marking-core/index.ts'

/** What a reading became that its marker changed since: the same person's word on the same paper. */
export const asItStands = async (db: Db, reading: ReadingRow): Promise<ReadingRow> =>
  reading.state === 'superseded'
    ? ((await findLiveReading(db, reading.unit_id, reading.marker_id)) ?? reading)
    : reading

/**
 * Why nothing is said of a paper: its candidate is absent, its sheet went, or it gets no mark by decision; null where
 * it can be checked.
 */
export function checkRefusal(unit: UnitRow): AppError | null {
  const noMark = NO_MARK_REASONS[unit.final_reason as NoMarkReason] as string | undefined
  if (noMark) return new AppError('MARKING_NO_MARK_STANDS', { reason: noMark, action: '抽查' })
  const isGone = flagsOf(unit).sheet_gone === true
  if (CHECKABLE.includes(unit.state) && !isGone) return null
  const state =
    isGone && unit.final_milli !== null
      ? UNIT_FLAGS.sheet_gone.name
      : PAPER_STATES[paperStateOf(unit) as 'OUT']
  return new AppError('MARKING_UNIT_NOT_OPEN', { state, action: '抽查' })
}

/** @throws AppError MARKING_UNIT_NOT_OPEN, MARKING_NO_MARK_STANDS */
export function assertCheckable(unit: UnitRow): void {
  const refusal = checkRefusal(unit)
  if (refusal) throw refusal
}

/** States in which a paper shows what was read of it; what is published is looked at, and not changed. */
const CHECKABLE = ['MARKING', 'THIRD', 'ARBITRATION', 'REJECTED', 'FINAL', 'LOCKED']
