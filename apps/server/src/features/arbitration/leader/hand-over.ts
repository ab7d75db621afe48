import type { Db } from '@hengjuan/db'
import { AppError, isBarredArbitrator, UNIT_STATUSES } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertLeads,
  findArbitration,
  findReading,
  findUnitForUpdate,
  type ReadingRow,
  releaseClaims,
  selectUnitReadings,
  type UnitRow,
  unitStateOf,
  withRetry,
} from '../../marking-core/index.ts'
import { relativesOfPapers } from '../../marking-setup/index.ts'
import { arbitrationRefusal } from './arbitration-refusal.ts'
import { storeHandOver } from './hand-over.query.ts'
import { selectLeaders } from './leader.query.ts'
import { reviewReadings } from './master-review.ts'

/**
 * The arbitrator gives a paper out of the hand: to a leader of the block who is named, or to whoever comes
 * first. A paper that is decided, or in another's hands, stays where it is.
 *
 * @throws AppError MARKING_LEADER_NEEDED, MARKING_UNIT_NOT_OPEN, MARKING_ARBITRATION_HELD, MARKING_HAND_OVER_UNFIT
 * @source ui D3 (hand-over)
 */
export async function handOver(
  services: Services,
  userId: number,
  unit: UnitRow,
  toId: number | undefined,
): Promise<string> {
  const rules = await assertLeads(services.db, unit.block_id, userId)
  const leaders = await selectLeaders(services, unit.block_id)
  return withRetry(services, async (db) => {
    // Locked first: of two leaders, the second finds in whose hands the first left it.
    const row = (await findUnitForUpdate(db, unit.id)) ?? unit
    const readings = await selectUnitReadings(db, [unit.id])
    const state = unitStateOf(row, readings)
    if (toId !== undefined) {
      if (state.status !== 'ARBITRATION')
        throw new AppError('MARKING_UNIT_NOT_OPEN', {
          state: UNIT_STATUSES[state.status],
          action: '转交',
        })
      const to = leaders.find(({ id }) => id === toId)
      const isRelative = await relativesOfPapers(db, rules, [row])
      if (!to || toId === userId || isBarredArbitrator(state, toId) || isRelative(row, toId))
        throw new AppError('MARKING_HAND_OVER_UNFIT', { name: to?.name ?? '所选教师' })
    }
    const held = readings.find(isArbitrationClaim)
    if (held && held.marker_id !== userId)
      throw await arbitrationRefusal(db, row, new AppError('MARKING_SLOT_TAKEN'))
    if (held)
      await applyEvent(
        db,
        services,
        unit.id,
        { type: 'release', readingId: held.id, cause: 'returned' },
        { userId, rules },
      )
    if (state.status === 'ARBITRATION')
      await storeHandOver(db, row, { toId, byId: userId, at: isoNow(services.clock) })
    return state.status
  })
}

/**
 * A reading that disagrees goes back to who gave it, instead of a decision. A paper in another's hands stays there.
 *
 * @throws AppError MARKING_LEADER_NEEDED, MARKING_READING_NOT_FOUND, MARKING_COMMENT_MISSING,
 *   MARKING_ARBITRATION_HELD; the rules' refusal
 * @source ui D3 (key J: return to a reader); domain rules 5.2
 */
export async function sendBack(
  services: Services,
  userId: number,
  unit: UnitRow,
  { readingId, comment }: { readingId: number; comment: string },
): Promise<string> {
  await assertLeads(services.db, unit.block_id, userId)
  if (comment.trim() === '') throw new AppError('MARKING_COMMENT_MISSING')
  const reading = await findReading(services.db, readingId)
  if (reading?.unit_id !== unit.id) throw new AppError('MARKING_READING_NOT_FOUND')
  const held = (await selectUnitReadings(services.db, [unit.id])).find(isArbitrationClaim)
  if (held && held.marker_id !== userId)
    throw await arbitrationRefusal(services.db, unit, new AppError('MARKING_SLOT_TAKEN'))
  await reviewReadings(services, userId, {
    block_id: unit.block_id,
    outcome: 'return',
    task_detail_id: readingId,
    comment,
  })
  // Sent back too often it still waits for an arbitrator: anybody.
  await dropClaim(services, userId, unit)
  return (await unitState(services.db, unit.id).executeTakeFirstOrThrow()).state
}

async function dropClaim(services: Services, userId: number, unit: UnitRow): Promise<void> {
  const own = await findArbitration(services.db, unit.id, userId)
  if (own?.state === 'claimed') await releaseClaims(services, [own], 'returned', userId)
}

const isArbitrationClaim = ({ role, state }: ReadingRow): boolean =>
  role === 'ARB' && state === 'claimed'

const unitState = (db: Db, id: number) => db.selectFrom('unit').select('state').where('id', '=', id)
