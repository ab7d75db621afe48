import { type Db, whereGiven, yieldToEventLoop } from '@hengjuan/db'
import {
  ALERT_SEED_RATE,
  AUTOMATION_ALERT,
  automationSignals,
  type InputSign,
  type Milli,
} from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { selectBlockRules } from '../../marking-core/index.ts'
import { selectWorkElsewhere } from './elsewhere.query.ts'
import { selectInputSigns } from './input-signs.query.ts'
import { selectAtWork } from './self.query.ts'
import { seedEveryOf } from './serve-seed.ts'

/** The latest readings of a block stand for all of them. */
const POOL = 2000
/** More than a day's work of one person. */
const OWN = 5000
/** More than the signs of the latest readings rest on, by as many as somebody has in hand. */
const RECENT = 100

/**
 * Who marks with two or more signs of a program gets seeds three times as often, for as long as the signs
 * are there. Nobody is stopped by it; the leader sees the signs in supervision.
 *
 * @source domain rules 7.6
 */
export async function watchAutomation(services: Services): Promise<void> {
  for (const { blockId, markerId, rate } of await changedSeedRates(services)) {
    await updateSeedRate(services.db, blockId, markerId, rate)
    await yieldToEventLoop()
  }
}

/** Whose rate is to be another, away from those who mark: what everybody at work handed in is looked at. */
export const changedSeedRates = runInWorker(
  import.meta.url,
  'changedSeedRates',
  async ({ db, clock }) => {
    const changed: { blockId: number; markerId: number; rate: number }[] = []
    const atWork = await selectAtWork(db, isoNow(clock))
    for (const [blockId, people] of Map.groupBy(atWork, ({ block_id }) => block_id)) {
      const rules = await selectBlockRules(db, blockId)
      if (rules.block.has_seeds === 0 || seedEveryOf(rules) === 0) continue
      const pool = (await selectLatest(db, blockId, POOL)).map(({ scoreMilli }) => scoreMilli)
      const seen = await selectInputSigns(db, blockId)
      const rates = await selectSeedRates(db, blockId)
      for (const { marker_id: markerId } of people) {
        const signs = seen.get(markerId) ?? []
        const isAlert = await isLikeProgram(db, { blockId, markerId }, pool, signs)
        const rate = isAlert ? ALERT_SEED_RATE : 1
        if ((rates.get(markerId) ?? rate) !== rate) changed.push({ blockId, markerId, rate })
      }
    }
    return changed
  },
)

async function isLikeProgram(
  db: Db,
  { blockId, markerId }: { blockId: number; markerId: number },
  pool: readonly Milli[],
  page: readonly InputSign[],
): Promise<boolean> {
  const latest = (limit: number) => selectLatest(db, blockId, limit, markerId)
  const look = { page, spell: 'last' } as const
  // Only one sign, of marking without a pause, rests on more than the latest readings of the block.
  const recent = automationSignals(await latest(RECENT), pool, look).length
  if (recent >= AUTOMATION_ALERT || recent + 1 < AUTOMATION_ALERT) return recent >= AUTOMATION_ALERT
  const own = await latest(OWN)
  const times = new Map([[markerId, own.map(({ at }) => at)]])
  const elsewhere = (await selectWorkElsewhere(db, blockId, times)).get(markerId) ?? []
  return automationSignals(own, pool, { ...look, elsewhere }).length >= AUTOMATION_ALERT
}

async function selectLatest(db: Db, blockId: number, limit: number, markerId?: number) {
  const rows = await db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', '=', 'submitted')
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .where((eb) => whereGiven(eb, { marker_id: markerId }))
    .select(['total_milli', 'submitted_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ submitted_at, total_milli }) => ({
    at: Date.parse(submitted_at ?? ''),
    scoreMilli: total_milli ?? 0,
  }))
}

async function selectSeedRates(db: Db, blockId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('block_marker')
    .where('block_id', '=', blockId)
    .where('duty', '=', 'marker')
    .select(['user_id', 'seed_rate'])
    .execute()
  return new Map(rows.map(({ user_id, seed_rate }) => [user_id, seed_rate]))
}

const updateSeedRate = (db: Db, blockId: number, markerId: number, rate: number) =>
  db
    .updateTable('block_marker')
    .set({ seed_rate: rate })
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .where('seed_rate', '<>', rate)
    .execute()
