import type { Db } from '@hengjuan/db'
import { AppError, liveReadings, PAPER_STATES } from '@hengjuan/domain'
import { selectUserNames } from '../../../user-names.query.ts'
import {
  paperStateOf,
  selectUnitReadings,
  type UnitRow,
  unitStateOf,
} from '../../marking-core/index.ts'

/** Refusals that come about because somebody else was first. */
const COME_LATE: ReadonlySet<string> = new Set(['MARKING_SLOT_TAKEN', 'MARKING_UNIT_NOT_OPEN'])

export const isComeLate = (error: unknown): boolean =>
  error instanceof AppError && COME_LATE.has(error.code)

/**
 * What an arbitrator who came late is told: who has the paper, who decided it, or how it stands.
 *
 * @returns the error to throw
 */
export async function arbitrationRefusal(db: Db, unit: UnitRow, error: unknown): Promise<unknown> {
  if (!isComeLate(error)) return error
  const readings = await selectUnitReadings(db, [unit.id])
  const first = liveReadings(unitStateOf(unit, readings)).find(({ role }) => role === 'ARB')
  if (!first) return asPaperState(unit, error)
  const name = (await selectUserNames(db, [Number(first.markerId)])).get(Number(first.markerId))
  return new AppError(
    first.state === 'claimed' ? 'MARKING_ARBITRATION_HELD' : 'MARKING_ARBITRATION_DONE',
    { name: name ?? '其他题组长' },
  )
}

/** A paper that left marking is not said to wait until it is cut. */
function asPaperState(unit: UnitRow, error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'MARKING_UNIT_NOT_OPEN') return error
  const state = PAPER_STATES[paperStateOf(unit) as 'OUT']
  return new AppError(error.code, { ...error.facts, state })
}
