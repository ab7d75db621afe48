import { quotasOf } from '../shares/quotas.ts'
import type { Db } from '@hengjuan/db'
import { AppError, BALANCE } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow, minutesFrom } from '../../../clock.ts'
import { whileWanted } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { setAbleSince } from '../allocation/allocate-markers.ts'
import {
  allocationStamp,
  type BlockRules,
  lockAllocation,
  selectBlockMarkers,
  selectBlockRules,
  withRetry,
  updateMarkerPlace,
} from '../../marking-core/index.ts'
import { postNotice } from '../../marking-messages/index.ts'
import { findSwitching, selectBalancedBlocks } from './balance.query.ts'
import { type BalancePlan, balancePlan } from './balance-plan.ts'
import { noticeOf } from './balance-words.ts'

/** Column `balance_event.changes`. */
export interface BalanceChanges {
  allocMode: number
  quotasAreWeights: boolean
  markers: {
    id: number
    name: string
    quotaBefore: number | null
    targetBefore: number
    targetAfter: number
  }[]
}

/** Balances the blocks where it is switched on and worth it; a job of the clock. */
export async function balanceBlocks(services: Services): Promise<void> {
  const rested = minutesFrom(services.clock, -BALANCE.restMinutes)
  const isDue = ({ lastAt }: { lastAt: string | null }) => lastAt === null || lastAt <= rested
  for (const { id } of (await selectBalancedBlocks(services.db)).filter(isDue)) {
    const { plan, stamp } = await plannedBalance(services, id)
    if (!plan.isDue) continue
    await withRetry(services, async (db) => {
      await lockAllocation(db, id)
      // Looked at again: a leader, or another server of the same database, may have come first.
      if (!(await selectBalancedBlocks(db, id)).some(isDue)) return
      const rules = await selectBlockRules(db, id)
      if ((await stampOfBlock(db, rules)) === stamp) await carryOut(db, services, rules, plan, null)
    })
  }
}

/** What to do to a block, away from those who mark: it counts the readings of a day. And of whose shares that is. */
export const plannedBalance = runInWorker(
  import.meta.url,
  'plannedBalance',
  async ({ db, clock }, blockId: number) => {
    const rules = await selectBlockRules(db, blockId)
    const stamp = await stampOfBlock(db, rules)
    return { stamp, plan: await balancePlan(db, { clock }, rules) }
  },
)

const stampOfBlock = async (db: Db, rules: BlockRules): Promise<string> =>
  allocationStamp(rules, await selectBlockMarkers(db, rules.block.id))

/**
 * Balances a block now.
 *
 * @throws AppError MARKING_BALANCE_NO_TARGETS, MARKING_BALANCE_NOTHING
 */
export async function balanceNow(services: Services, blockId: number, byId: number): Promise<void> {
  assertHasTargets(await selectBlockRules(services.db, blockId))
  // Planned before anybody has to wait, and carried out also where whoever ordered it has left.
  const planned = await whileWanted(new AbortController().signal, () =>
    plannedBalance(services, blockId),
  )
  await withRetry(services, async (db) => {
    await lockAllocation(db, blockId)
    const rules = await selectBlockRules(db, blockId)
    assertHasTargets(rules)
    const isAsPlanned = (await stampOfBlock(db, rules)) === planned.stamp
    const plan = isAsPlanned ? planned.plan : await balancePlan(db, services, rules)
    if (!plan.isDue) throw new AppError('MARKING_BALANCE_NOTHING', { reason: plan.reason })
    await carryOut(db, services, rules, plan, byId)
  })
}

/** @throws AppError MARKING_BALANCE_NO_TARGETS for switching it on where nobody has a target */
export async function switchBalance(
  services: Services,
  blockId: number,
  kind: 'on' | 'off',
  byId: number,
): Promise<void> {
  await withRetry(services, async (db) => {
    // A balancing that is being carried out ends first: none comes behind the word that it is off.
    await lockAllocation(db, blockId)
    const rules = await selectBlockRules(db, blockId)
    if (kind === 'on') assertHasTargets(rules)
    // Somebody else was quicker: who switched it is told already.
    if ((await findSwitching(db, blockId))?.kind === kind) return
    await insertSwitch(db, services, rules, kind, byId)
  })
}

function assertHasTargets({ block }: BlockRules): void {
  if (block.alloc_mode === 1)
    throw new AppError('MARKING_BALANCE_NO_TARGETS', { block: block.name })
}

/** New targets become quotas, as with any re-allocation; a record is kept and everybody concerned told. */
async function carryOut(
  db: Db,
  services: Services,
  rules: BlockRules,
  plan: BalancePlan,
  byId: number | null,
): Promise<void> {
  const { block } = rules
  await insertEvent(db, services, rules, {
    kind: 'balance',
    byId,
    moved: plan.moved,
    reason: plan.reason,
    markers: plan.markers.map(({ id, person, target, newTarget }) => ({
      id,
      name: person.name,
      quotaBefore: person.quota,
      targetBefore: target,
      targetAfter: newTarget,
    })),
  })
  await db
    .updateTable('block')
    .set({
      ...quotasOf(block),
      settings: JSON.stringify({
        ...(JSON.parse(block.settings) as object),
        quotasAreWeights: false,
      }),
    })
    .where('id', '=', block.id)
    .execute()
  const now = isoNow(services.clock)
  const gaining = plan.markers.filter(({ target, newTarget }) => newTarget > target)
  await setAbleSince(
    db,
    block.id,
    gaining.map(({ id }) => id),
    now,
  )
  for (const marker of plan.markers) {
    const { id, target, newTarget } = marker
    const place = {
      quota: newTarget,
      ...(newTarget < target && marker.absence === 'idle' ? { away_since: now } : {}),
    }
    await updateMarkerPlace(db, { blockId: block.id, markerId: id }, place)
    if (newTarget !== target)
      await postNotice(db, {
        block,
        markerId: id,
        text: noticeOf(marker),
        at: now,
      })
  }
}

/** Notes that somebody switched the balancing of a block. */
export const insertSwitch = (
  db: Db,
  services: Services,
  rules: BlockRules,
  kind: 'on' | 'off',
  byId: number,
): Promise<void> =>
  insertEvent(db, services, rules, { kind, byId, moved: 0, reason: '', markers: [] })

async function insertEvent(
  db: Db,
  services: Services,
  { block, settings }: BlockRules,
  event: {
    kind: 'on' | 'off' | 'balance'
    byId: number | null
    moved: number
    reason: string
    markers: BalanceChanges['markers']
  },
): Promise<void> {
  const changes: BalanceChanges = {
    allocMode: block.alloc_mode,
    quotasAreWeights: settings.quotasAreWeights,
    markers: event.markers,
  }
  await db
    .insertInto('balance_event')
    .values({
      block_id: block.id,
      kind: event.kind,
      by_id: event.byId,
      moved: event.moved,
      reason: event.reason,
      changes: JSON.stringify(changes),
      at: isoNow(services.clock),
    })
    .execute()
}
