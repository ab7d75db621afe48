import { type Db, lockRows } from '@hengjuan/db'
import { AppError, isBarredArbitrator, UNIT_STATUSES } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { arbitrationRefusal } from './arbitration-refusal.ts'
import { relativesOfPapers } from '../avoidance/relative-papers.ts'
import { storeHandOver } from './hand-over.query.ts'
import { assertLeads } from './leader-papers.ts'
import { selectLeaders } from './leader.query.ts'
import { reviewReadings } from './master-review.ts'
import { releaseClaims } from '../dispatch/release-claims.ts'
import { type UnitRow, unitStateOf } from '../engine/unit-facts.ts'
import { findArbitration, findReading, selectUnitReadings } from '../engine/unit.query.ts'
import { withRetry } from '../engine/with-retry.ts'

/**
 * The arbitrator gives a paper out of the hand: to a leader of the block who is named, or to whoever comes
 * first. A paper that is decided, or in another's hands, stays where it is.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_UNIT_NOT_OPEN, MARKING_ARBITRATION_HELD, MARKING_HAND_OVER_UNFIT
 * @source ui D3 (hand-over)
 */
export async function handOver(
  services: Services,
  userId: number,
  unit: UnitRow,
  toId: number | undefined,
): Promise<string> {
  const rules = await assertLeads(services.db, unit.block_id, userId)
  const readings = await selectUnitReadings(services.db, [unit.id])
  const state = unitStateOf(unit, readings)
  if (toId !== undefined) {
    if (state.status !== 'ARBITRATION')
      throw new AppError('MARKING_UNIT_NOT_OPEN', {
        state: UNIT_STATUSES[state.status],
        action: '转交',
      })
    const leaders = await selectLeaders(services, unit.block_id)
    const to = leaders.find(({ id }) => id === toId)
    const isRelative = await relativesOfPapers(services.db, rules, [unit])
    if (!to || toId === userId || isBarredArbitrator(state, toId) || isRelative(unit, toId))
      throw new AppError('MARKING_HAND_OVER_UNFIT', { name: to?.name ?? '所选教师' })
  }
  const held = readings.find((one) => one.role === 'ARB' && one.state === 'claimed')
  if (held && held.marker_id !== userId)
    throw await arbitrationRefusal(services.db, unit, new AppError('MARKING_SLOT_TAKEN'))
  await dropClaim(services, userId, unit)
  return withRetry(services, async (db) => {
    const { state: now } = await lockRows(db, unitState(db, unit.id)).executeTakeFirstOrThrow()
    if (now === 'ARBITRATION')
      await storeHandOver(db, unit, { toId, byId: userId, at: isoNow(services.clock) })
    return now
  })
}

/**
 * A reading that disagrees goes back to who gave it, instead of a decision.
 *
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_READING_NOT_FOUND, MARKING_COMMENT_MISSING; the rules' refusal
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
  await dropClaim(services, userId, unit)
  await reviewReadings(services, userId, {
    block_id: unit.block_id,
    outcome: 'return',
    task_detail_id: readingId,
    comment,
  })
  return (await unitState(services.db, unit.id).executeTakeFirstOrThrow()).state
}

async function dropClaim(services: Services, userId: number, unit: UnitRow): Promise<void> {
  const own = await findArbitration(services.db, unit.id, userId)
  if (own?.state === 'claimed') await releaseClaims(services, [own], 'returned', userId)
}

const unitState = (db: Db, id: number) => db.selectFrom('unit').select('state').where('id', '=', id)
