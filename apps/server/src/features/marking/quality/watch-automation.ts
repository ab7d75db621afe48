import type { Db } from '@hengjuan/db'
import { ALERT_SEED_RATE, AUTOMATION_ALERT, automationSignals } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { selectInputSigns } from './input-signs.query.ts'
import { selectAtWork } from './self.query.ts'
import { seedEveryOf } from './serve-seed.ts'

/** The latest readings of a block stand for all of them. */
const POOL = 2000
/** More than a day's work of one person. */
const OWN = 5000

/**
 * Who marks with two or more signs of a program gets seeds three times as often, for as long as the signs
 * are there. Nobody is stopped by it; the leader sees the signs in supervision.
 *
 * @source domain rules 7.6
 */
export async function watchAutomation(services: Services): Promise<void> {
  const { db } = services
  const atWork = await selectAtWork(db, isoNow(services.clock))
  for (const [blockId, people] of Map.groupBy(atWork, ({ block_id }) => block_id)) {
    const rules = await selectBlockRules(db, blockId)
    if (rules.block.has_seeds === 0 || seedEveryOf(rules) === 0) continue
    const pool = (await selectLatest(db, blockId, POOL)).map(({ total_milli }) => total_milli ?? 0)
    const seen = await selectInputSigns(db, blockId)
    for (const { marker_id } of people) {
      const own = (await selectLatest(db, blockId, OWN, marker_id)).map((row) => ({
        at: Date.parse(row.submitted_at ?? ''),
        scoreMilli: row.total_milli ?? 0,
      }))
      const isAlert =
        automationSignals(own, pool, { page: seen.get(marker_id) ?? [], spell: 'last' }).length >=
        AUTOMATION_ALERT
      await updateSeedRate(db, blockId, marker_id, isAlert ? ALERT_SEED_RATE : 1)
    }
  }
}

const selectLatest = (db: Db, blockId: number, limit: number, markerId?: number) =>
  db
    .selectFrom('reading')
    .where('block_id', '=', blockId)
    .where('state', '=', 'submitted')
    .where('role', 'in', ['R1', 'R2', 'R3'])
    .$if(markerId !== undefined, (query) => query.where('marker_id', '=', markerId ?? 0))
    .select(['total_milli', 'submitted_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

const updateSeedRate = (db: Db, blockId: number, markerId: number, rate: number) =>
  db
    .updateTable('block_marker')
    .set({ seed_rate: rate })
    .where('block_id', '=', blockId)
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .where('seed_rate', '<>', rate)
    .execute()
