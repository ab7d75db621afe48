import type { Db } from '@hengjuan/db'
import { AppError, cappedActiveMs, countedTotal, PAPER_STATES } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  assertLeads,
  factsOf,
  findArbitration,
  findReadingByKey,
  findUnit,
  findUnitForUpdate,
  keptFlags,
  keptTraces,
  NEW_READING,
  paperStateOf,
  selectUnitReadings,
  type UnitRow,
  withRetry,
  type Given,
} from '../../marking-core/index.ts'
import { assertNoRelative } from '../../marking-setup/index.ts'
import { givenUnder } from '../../marking-messages/index.ts'
import { arbitrationRefusal, isComeLate } from './arbitration-refusal.ts'
import { forgetUnplaced, keepUnplacedArbitration } from './leader-unplaced.query.ts'
import { changedSince, shownVersion } from './shown-paper.ts'

export interface ArbitrationScore extends Given {
  userId: number
  unit: UnitRow
  /** What the arbitrator was shown; see `shownVersion`. */
  version?: string | undefined
}

/**
 * The arbitrator's score, final whatever was read before. Only a leader of the block who has not read the
 * unit. One that comes after its lease is taken if nobody else has the paper; otherwise it is kept for the
 * leader to see.
 *
 * @throws AppError MARKING_ARBITRATION_LATE for a score that was kept; MARKING_PAPER_CHANGED where the paper waits
 *   for an arbitrator, but is another one than was shown; the rules' refusal
 * @source domain rules 3.3, 3.8
 */
export async function arbitrate(services: Services, given: ArbitrationScore): Promise<string> {
  const { userId, unit, idemKey, scores, flags, flagNote, activeMs, traces } = given
  const rules = await assertLeads(services.db, unit.block_id, userId)
  await assertNoRelative(services.db, unit, userId)
  const decided = withRetry(services, async (db) => {
    const earlier = await findReadingByKey(db, idemKey)
    if (earlier && (earlier.unit_id !== unit.id || earlier.marker_id !== userId))
      throw new AppError('MARKING_IDEMPOTENCY_MISMATCH')
    if (!earlier) await assertAsShown(db, unit.id, given.version)
    const own = await findArbitration(db, unit.id, userId)
    const applied = await applyEvent(
      db,
      services,
      unit.id,
      {
        type: 'arbitrate',
        readingId: own?.id ?? NEW_READING,
        markerId: userId,
        scores,
        idemKey,
      },
      {
        userId,
        rules,
        reading: {
          ...keptFlags(flags, flagNote),
          activeMs: activeMs === undefined ? undefined : cappedActiveMs(activeMs),
          traces: keptTraces(rules, traces),
          rubricVersion: givenUnder(rules, given.rubricVersion),
          pressed: given.pressed,
        },
      },
    )
    await forgetUnplaced(db, unit.id, userId)
    return applied.unit.status
  })
  return decided.catch(async (error: unknown) => {
    throw await refusalOf(services.db, given, error)
  })
}

/** @throws AppError MARKING_PAPER_CHANGED */
export async function assertAsShown(
  db: Db,
  unitId: number,
  version: string | undefined,
): Promise<void> {
  const row = await findUnitForUpdate(db, unitId)
  // What does not wait for an arbitrator any more is told as that.
  if (row?.state !== 'ARBITRATION') return
  const now = shownVersion(row, await selectUnitReadings(db, [unitId]), 'arbitration')
  const changed = changedSince(version, now)
  if (changed) throw changed
}

/** What an arbitrator is told whose score was not taken; where the paper went to others meanwhile, it is kept. */
async function refusalOf(
  db: Db,
  { userId, unit, scores }: ArbitrationScore,
  error: unknown,
): Promise<unknown> {
  if (!isComeLate(error)) return error
  const row = await findUnit(db, unit.id)
  const refusal = await arbitrationRefusal(db, row, error)
  const given = scores.map((score) => score ?? 0)
  const isKept = await keepUnplacedArbitration(db, row.id, userId, {
    scores: given,
    totalMilli: countedTotal(given, factsOf(row).bestOf),
  })
  return isKept
    ? new AppError('MARKING_ARBITRATION_LATE', { state: whereOf(row, refusal) })
    : refusal
}

/** Where a paper is that an arbitrator does not have any more. */
function whereOf(row: UnitRow, refusal: unknown): string {
  if (refusal instanceof AppError) {
    const { code, facts } = refusal
    if (code === 'MARKING_ARBITRATION_HELD') return `正由 ${facts['name']} 仲裁`
    if (code === 'MARKING_ARBITRATION_DONE') return `已由 ${facts['name']} 仲裁`
  }
  return `现为「${PAPER_STATES[paperStateOf(row) as 'OUT']}」状态`
}
