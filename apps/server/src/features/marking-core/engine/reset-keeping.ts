import type { Db } from '@hengjuan/db'
import { keptOf, type UnitKept } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { resetUnit } from './reset-units.ts'
import { unitStateOf } from './unit-facts.ts'
import { findUnitForUpdate, selectUnitReadings } from './unit.query.ts'

/**
 * Voids everything that was said about a unit, and tells what a `restore` needs.
 *
 * @returns null where nothing was said
 * @throws AppError MARKING_UNIT_LOCKED when its mark is published
 */
export async function resetKeeping(
  db: Db,
  services: Services,
  unitId: number,
  actorId: number,
): Promise<UnitKept | null> {
  const row = await findUnitForUpdate(db, unitId)
  if (!row) return null
  const kept = keptOf(unitStateOf(row, await selectUnitReadings(db, [unitId])))
  await resetUnit(db, services, unitId, actorId)
  const isEmpty = kept.readings.length === 0 && kept.decision === null && kept.problem === null
  return isEmpty ? null : kept
}
