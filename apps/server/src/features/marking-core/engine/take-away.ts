import type { Db } from '@hengjuan/db'
import type { Services } from '../../../services.ts'
import { type Applied, applyEvent } from './apply-event.ts'
import { putBackSeeds } from '../seeds/put-back-seeds.ts'
import { leaveMark } from './moved-ruling.ts'
import { hasScoredReading } from './sync-units.query.ts'
import { factsOf, flagsOf, type UnitRow } from './unit-facts.ts'

/**
 * The candidate has no sheet, or is absent: nobody is to do anything about the paper any more. What was read stays for
 * the case that the sheet comes back, and so does a final mark whose sheet was voided; where the sheet is somebody
 * else's, the mark goes with it.
 *
 * @returns whether somebody had it in hand until then
 */
export async function takeAway(db: Db, services: Services, found: UnitRow): Promise<boolean> {
  const unit = await leaveMark(db, services, found)
  // Whoever it measures has no picture of it any more.
  const isMeasuring = (await putBackSeeds(db, { unitId: unit.id })).length > 0
  const before = flagsOf(unit)
  const isRead =
    before.sheet_gone === true ||
    factsOf(unit).decision !== null ||
    (await hasScoredReading(db, unit.id))
  if (isRead)
    await db
      .updateTable('unit')
      .set({ flags: JSON.stringify({ ...before, sheet_gone: true }) })
      .where('id', '=', unit.id)
      .execute()
  if (unit.final_milli !== null) return isMeasuring
  const applied = await applyEvent(
    db,
    services,
    unit.id,
    { type: 'image_withdrawn' },
    { userId: null },
  )
  const isTaken = isMeasuring || leavesHands(unit, applied)
  if (applied.unit.status !== 'WAIT_IMAGE') return isTaken
  const { facts: stored } = await db
    .selectFrom('unit')
    .select('facts')
    .where('id', '=', unit.id)
    .executeTakeFirstOrThrow()
  const facts = factsOf({ facts: stored })
  await db
    .updateTable('unit')
    // Of which sheet something was read is kept: of another one it does not hold.
    .set({ images: '[]', facts: JSON.stringify(isRead ? facts : { ...facts, sheetId: null }) })
    .where('id', '=', unit.id)
    .execute()
  return isTaken
}

/**
 * Did somebody have the paper in hand until then, or had it come back to somebody?
 *
 * @param before the paper as it was
 */
export const leavesHands = (
  before: Pick<UnitRow, 'state'>,
  { effects, unit }: Pick<Applied, 'effects' | 'unit'>,
): boolean =>
  effects.some(({ kind }) => kind === 'released') ||
  (before.state === 'REJECTED' && unit.status !== 'REJECTED')
