import type { blockClear, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { AppError, keptOf, type UnitKept } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import {
  applyEvent,
  type BlockRules,
  clearMeasured,
  countClearable,
  countCleared,
  findLastClear,
  findUnit,
  findUnitForUpdate,
  flagsOf,
  holdMarkers,
  lockAllocation,
  putBackSeeds,
  releaseClaims,
  restoreMeasured,
  selectBlockRules,
  selectClaimIds,
  selectRestorable,
  selectTouchedAmong,
  selectTouchedIds,
  selectUnitReadings,
  selectUnitsForUpdate,
  takeAway,
  unitStateOf,
  withRetry,
} from '../../marking-core/index.ts'
import { postNotice } from '../../marking-messages/index.ts'

type View = ReplyOf<typeof blockClear>

/** Papers of one transaction: long enough to be quick, short enough that nobody waits for it. */
const CHUNK = 25

/** What a clearing would take, and the one that can be undone; away from those who mark. */
export const clearing = runInWorker(
  import.meta.url,
  'clearing',
  ({ db }, blockId: number, changed: number) => clearView(db, blockId, changed),
)

/** The same, here. */
export async function clearView(db: Db, blockId: number, changed = 0): Promise<View> {
  const { block } = await selectBlockRules(db, blockId)
  const last = await findLastClear(db, blockId)
  return {
    block_name: block.name,
    status: block.status,
    counts: await countClearable(db, blockId),
    changed,
    last:
      last && last.undone_at === null
        ? {
            clear_id: last.id,
            cleared_at: last.cleared_at,
            cleared_by: last.cleared_by_name,
            reason: last.reason,
            ...(await countCleared(db, last.id)),
          }
        : null,
  }
}

/**
 * Voids every mark of a block, which is paused first so that nobody marks into it, and stays paused.
 * Nothing is deleted: readings are superseded, and what they were is kept for an undo.
 *
 * @returns how many papers were cleared
 * @throws AppError MARKING_NAME_MISMATCH, MARKING_REASON_MISSING, MARKING_UNIT_LOCKED,
 *   MARKING_CLEAR_NOTHING
 * @source domain rules 5.4
 */
export async function clearBlock(
  services: Services,
  wanted: { blockId: number; blockName: string; reason: string; userId: number },
): Promise<number> {
  const { db } = services
  const { blockId, userId } = wanted
  const rules = await selectBlockRules(db, blockId)
  const block = rules.block
  if (wanted.blockName.trim() !== block.name)
    throw new AppError('MARKING_NAME_MISMATCH', { block: block.name })
  const reason = wanted.reason.trim()
  if (reason === '') throw new AppError('MARKING_REASON_MISSING')
  const { statusBefore, total } = await withRetry(services, (db) => pause(db, block))
  // What is handed in late was given by what held before, and would be the only such mark of the block.
  await releaseClaims(services, await selectClaimIds(db, { blockId }), 'cleared', userId)
  await putBackSeeds(db, { blockId })
  const { id: clearId } = await db.transaction().execute(async (db) =>
    db
      .insertInto('block_clear')
      .values({
        block_id: blockId,
        status_before: statusBefore,
        reason,
        cleared_by: userId,
        cleared_at: isoNow(services.clock),
        undone_by: null,
        undone_at: null,
        // A seed that stayed would be the only paper left of those that its marker gave.
        measured: JSON.stringify(await clearMeasured(db, blockId)),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const cleared = await inChunks(
    { step: 'clear', total },
    (after) => selectTouchedIds(db, blockId, after, CHUNK),
    (units) =>
      withRetry(services, async (db) => {
        // Another clearing may have come first: what it took is given back by its own undo.
        await selectUnitsForUpdate(
          db,
          units.map(({ id }) => id),
        )
        const left = await selectTouchedAmong(
          db,
          blockId,
          units.map(({ id }) => id),
        )
        for (const { id } of left) await clearUnit(db, services, rules, id, clearId, userId)
        return left.length
      }),
  )
  if (cleared > 0)
    await tellMarkers(
      services,
      rules,
      `本题块的阅卷数据已清空（原因：${reason}），此前的评阅不再计入，恢复阅卷后请重新评阅。`,
    )
  return cleared
}

/**
 * What is being handed in is handed in before, and cleared with the others.
 *
 * @returns the status until then, and how many papers have something to be cleared
 * @throws AppError MARKING_UNIT_LOCKED, MARKING_CLEAR_NOTHING
 */
async function pause(
  db: Db,
  { id, name }: BlockRules['block'],
): Promise<{ statusBefore: string; total: number }> {
  await lockAllocation(db, id)
  await holdMarkers(db, [id])
  const counts = await countClearable(db, id)
  if (counts.locked > 0) throw new AppError('MARKING_UNIT_LOCKED')
  if (counts.units === 0) throw new AppError('MARKING_CLEAR_NOTHING', { block: name })
  const { status } = await db
    .selectFrom('block')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (status === 'open')
    await db.updateTable('block').set({ status: 'paused' }).where('id', '=', id).execute()
  return { statusBefore: status, total: counts.units }
}

/** Nobody finds their marks gone, or back, without a word. */
const tellMarkers = (services: Services, { block }: BlockRules, text: string): Promise<number> =>
  postNotice(services.db, {
    block,
    markerId: null,
    text,
    at: isoNow(services.clock),
  })

async function clearUnit(
  db: Db,
  services: Services,
  rules: BlockRules,
  unitId: number,
  clearId: number,
  userId: number,
): Promise<void> {
  const row = await findUnitForUpdate(db, unitId)
  if (!row) return
  const kept = keptOf(unitStateOf(row, await selectUnitReadings(db, [unitId])))
  let { unit } = await applyEvent(db, services, unitId, { type: 'reset' }, { userId, rules })
  if (flagsOf(row).sheet_gone) {
    await takeAway(db, services, await findUnit(db, unitId))
    unit = unitStateOf(await findUnit(db, unitId), [])
  }
  await db
    .insertInto('block_clear_unit')
    .values({
      clear_id: clearId,
      unit_id: unitId,
      version_after: unit.version,
      readings: kept.readings.length,
      kept: JSON.stringify(kept),
    })
    .execute()
}

/**
 * Gives back what the last clearing took, except from papers that somebody has touched since. The block
 * is as open as it was before the clearing.
 *
 * @returns how many papers have their marks again
 * @throws AppError MARKING_CLEAR_NO_UNDO
 */
export async function undoClear(
  services: Services,
  blockId: number,
  userId: number,
): Promise<number> {
  const { db } = services
  const last = await findLastClear(db, blockId)
  if (!last) throw new AppError('MARKING_CLEAR_NO_UNDO', { reason: '这个题块没有清空过' })
  if (last.undone_at !== null)
    throw new AppError('MARKING_CLEAR_NO_UNDO', { reason: '最近一次清空已经撤销' })
  const rules = await selectBlockRules(db, blockId)
  const { restorable } = await countCleared(db, last.id)
  const restored = await inChunks(
    { step: 'restore', total: restorable },
    (after) => selectRestorable(db, last.id, after, CHUNK),
    (units) =>
      withRetry(services, async (db) => {
        // Touched since it was found, or given back by another call, it stays as it is.
        const now = await selectUnitsForUpdate(
          db,
          units.map(({ id }) => id),
        )
        const versions = new Map(now.map(({ id, version }) => [id, version]))
        const free = units.filter(({ id, version_after }) => versions.get(id) === version_after)
        for (const { id, kept } of free)
          await applyEvent(
            db,
            services,
            id,
            { type: 'restore', kept: JSON.parse(kept) as UnitKept },
            { userId, rules },
          )
        return free.length
      }),
  )
  if (restored === 0)
    throw new AppError('MARKING_CLEAR_NO_UNDO', { reason: '清空后这些试卷都已重新评阅' })
  await restoreMeasured(db, JSON.parse(last.measured) as number[])
  await db
    .updateTable('block_clear')
    .set({ undone_by: userId, undone_at: isoNow(services.clock) })
    .where('id', '=', last.id)
    .execute()
  if (rules.block.status === 'paused')
    await db
      .updateTable('block')
      .set({
        status: last.status_before,
        ...(last.status_before === 'open' ? { opened_at: isoNow(services.clock) } : {}),
      })
      .where('id', '=', blockId)
      .where('status', '=', 'paused')
      .execute()
  await tellMarkers(
    services,
    rules,
    `清空已撤销，${restored} 份试卷此前的评阅恢复计入，不用重新评阅。`,
  )
  return restored
}

/** @returns of how many something came */
async function inChunks<T extends { id: number }>(
  { step, total }: { step: 'clear' | 'restore'; total: number },
  next: (after: number) => Promise<T[]>,
  work: (units: readonly T[]) => Promise<number>,
): Promise<number> {
  let done = 0
  for (let units = await next(0); units.length > 0; units = await next(units.at(-1)?.id ?? 0)) {
    atStep(step, done, total)
    done += await work(units)
  }
  return done
}
