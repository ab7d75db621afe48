import type { leaderHold, ReplyOf } from '@hengjuan/contracts'
import { AppError, leaseUntil } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertLeads,
  findArbitration,
  findUnit,
  medianOf,
  NEW_READING,
  selectRecentActiveMs,
  selectUnitReadings,
  type UnitRow,
  withRetry,
} from '../../marking-core/index.ts'
import { deleteProblemHold } from '../problems/problem-hold.query.ts'
import { arbitrationRefusal } from './arbitration-refusal.ts'
import { type LeaderMode } from './leader-papers.ts'
import { holdProblem } from './problem-hold.ts'
import { changedSince, shownVersion } from './shown-paper.ts'

/**
 * Puts a paper into a leader's hands, or keeps it there for another lease, so that two do not work on one.
 *
 * @throws AppError MARKING_ARBITRATOR_IS_READER, MARKING_ARBITRATION_HELD, MARKING_ARBITRATION_DONE,
 *   MARKING_PROBLEM_HELD, MARKING_PROBLEM_DONE, MARKING_NOT_A_PROBLEM, MARKING_UNIT_NOT_OPEN
 * @source domain rules 3.8
 */
export async function holdPaper(
  services: Services,
  userId: number,
  mode: LeaderMode,
  unit: Pick<UnitRow, 'id' | 'block_id'>,
): Promise<void> {
  const until = leaseUntil(
    services.clock.now(),
    medianOf(await selectRecentActiveMs(services.db, unit.block_id)),
  )
  if (mode === 'problem') return holdProblem(services, unit.id, userId, until)
  try {
    await withRetry(services, async (db) => {
      const { effects } = await applyEvent(
        db,
        services,
        unit.id,
        { type: 'claim', readingId: NEW_READING, markerId: userId, slot: 'ARB' },
        { userId, reading: { leaseUntil: until } },
      )
      if (effects.length > 0) return
      const own = await findArbitration(db, unit.id, userId)
      await db
        .updateTable('reading')
        .set({ lease_until: until })
        .where('id', '=', own?.id ?? 0)
        .where('state', '=', 'claimed')
        .execute()
    })
  } catch (error) {
    throw await arbitrationRefusal(services.db, await findUnit(services.db, unit.id), error)
  }
}

/**
 * What the open page of a leader says once a minute. A lease that ran out is taken anew where nobody else has the
 * paper; a problem paper whose page was left is anybody's again.
 *
 * @returns why the paper is not the caller's any more, and what of it is another than on the page, as sentences
 * @throws AppError MARKING_LEADER_NEEDED
 */
export async function keepPaper(
  services: Services,
  userId: number,
  mode: LeaderMode,
  unit: UnitRow,
  { isLeft, version }: { isLeft: boolean; version?: string | undefined },
): Promise<ReplyOf<typeof leaderHold>> {
  await assertLeads(services.db, unit.block_id, userId)
  if (isLeft) {
    if (mode === 'problem')
      await deleteProblemHold(services.db, unit.id, { userId, at: isoNow(services.clock) })
    return { lost: null, changed: null }
  }
  try {
    await holdPaper(services, userId, mode, unit)
    const now = await findUnit(services.db, unit.id)
    const readings = await selectUnitReadings(services.db, [unit.id])
    const changed = changedSince(version, shownVersion(now, readings, mode))
    return { lost: null, changed: changed?.message ?? null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { lost: error.message, changed: null }
  }
}
