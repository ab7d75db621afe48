import type { markerWaiting, markerWaitingSet, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, appErrorOf, applyEvent as decide, type MarkEvent } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  applyEvent,
  factsOf,
  findUnitForUpdate,
  policyOf,
  selectBlockRules,
  selectUnitReadings,
  selectWaitingReadings,
  notifyMarkers,
  unitStateOf,
  type WaitingReading,
  withRetry,
} from '../../marking-core/index.ts'
import { hasReadersLeft } from '../../marking-setup/index.ts'
import { escalateUnit } from '../leader/leader-work.ts'

type Report = Pick<ReplyOf<typeof markerWaitingSet>, 'changed' | 'refused' | 'reasons'>

/** For how many papers each marker of a block is waited for, those who are gone first. */
export async function waitingOf(
  db: Db,
  blockId: number,
): Promise<ReplyOf<typeof markerWaiting>['list']> {
  const byMarker = Map.groupBy(await selectWaitingReadings(db, { blockId }), (one) => one.markerId)
  return [...byMarker]
    .flatMap(([marker_id, readings]) => {
      const [first] = readings
      return first
        ? [{ marker_id, name: first.markerName, gone: first.gone, count: readings.length }]
        : []
    })
    .toSorted((a, b) => Number(b.gone !== null) - Number(a.gone !== null))
}

interface Wanted {
  blockId: number
  to: 'arbitration' | 'others'
  /** Whose papers; all of those who are gone where nobody is named. */
  markerIds: readonly number[] | undefined
  /** Only these papers; all where none is named. */
  unitIds: readonly number[] | undefined
  userId: number
}

/**
 * Papers that wait for markers who are gone go to the arbitrator, or their slots to others. Each is settled by
 * itself; one that is refused does not hold up the others.
 *
 * @throws AppError MARKING_WAITING_NOTHING where nothing waits for any of them
 * @source domain rules 4.2, 4.4, 5.2
 */
export async function handOn(
  services: Services,
  { blockId, to, markerIds, unitIds, userId }: Wanted,
): Promise<Report> {
  const waiting = (await selectWaitingReadings(services.db, { blockId })).filter(
    ({ gone, markerId, unitId }) =>
      gone !== null &&
      (markerIds === undefined || markerIds.includes(markerId)) &&
      (unitIds === undefined || unitIds.includes(unitId)),
  )
  if (waiting.length === 0) throw new AppError('MARKING_WAITING_NOTHING')
  const reasons = new Map<string, number>()
  const changed = new Set<number>()
  const refused = new Set<number>()
  // Two readings of one paper are one for its arbitrator, and two slots for others.
  const acts =
    to === 'arbitration' ? [...new Map(waiting.map((one) => [one.unitId, one])).values()] : waiting
  for (const one of acts)
    try {
      await (to === 'arbitration'
        ? arbitrated(services, one, userId)
        : freed(services, one, userId))
      changed.add(one.unitId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.add(one.unitId)
      reasons.set(error.message, (reasons.get(error.message) ?? 0) + 1)
    }
  return {
    changed: changed.size,
    refused: refused.size,
    reasons: [...reasons].map(([msg, count]) => ({ msg, count })),
  }
}

const arbitrated = (services: Services, one: WaitingReading, userId: number) =>
  escalateUnit(
    services,
    { id: one.unitId, block_id: one.blockId },
    userId,
    `${one.markerName}已停止阅卷，没有重评`,
  )

/** @throws AppError MARKING_NO_OTHER_MARKER; the rules' refusal */
const freed = async (services: Services, one: WaitingReading, userId: number) => {
  await withRetry(services, async (db) => {
    const row = await findUnitForUpdate(db, one.unitId)
    if (!row) throw new AppError('MARKING_UNIT_NOT_FOUND')
    const rules = await selectBlockRules(db, one.blockId)
    const event: MarkEvent = { type: 'hand_on', by: userId, readingId: one.readingId }
    const unit = unitStateOf(row, await selectUnitReadings(db, [row.id]))
    const outcome = decide(unit, event, policyOf(rules, factsOf(row).choice))
    if (outcome.kind === 'refused') throw appErrorOf(outcome.code, outcome.facts)
    if (!(await hasReadersLeft(db, rules, row, outcome.unit)))
      throw new AppError('MARKING_NO_OTHER_MARKER')
    await applyEvent(db, services, row.id, event, { userId, rules })
  })
  await notifyMarkers(services.db, [one.unitId])
}
