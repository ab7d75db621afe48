import type { Db } from '@hengjuan/db'
import { leaseUntil, SELF_AFTER_MS, selfPaper } from '@hengjuan/domain'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { findAssignmentForUpdate } from '../block/block-marker.query.ts'
import { selectBlockRules } from '../block/block-rules.query.ts'
import { nameSeeds } from './seed.query.ts'
import { withRetry } from '../engine/with-retry.ts'
import {
  countOwnSubmitted,
  selectAtWork,
  selectOwnSubmitted,
  selectSelfServed,
} from './self.query.ts'

/** Own papers that are looked through for one to serve again. */
const LOOKED_THROUGH = 1000

/**
 * Puts papers of their own into the hands of those who are marking now, to see how they mark them the
 * second time. It is done beside the giving out of papers, which stays as it is: the paper comes with the
 * next ones, and leaves the hands as any other.
 *
 * @returns how many were served
 * @source domain rules 7.4
 */
export async function serveSelfPapers(services: Services): Promise<number> {
  let served = 0
  for (const { block_id, marker_id } of await selectAtWork(services.db, isoNow(services.clock)))
    if (await withRetry(services, (db) => serveSelf(db, services, block_id, marker_id))) served++
  return served
}

async function serveSelf(
  db: Db,
  services: Services,
  blockId: number,
  markerId: number,
): Promise<boolean> {
  const rules = await selectBlockRules(db, blockId)
  const { selfRatio } = rules.settings
  if (selfRatio === 0) return false
  const own = await findAssignmentForUpdate(db, blockId, markerId)
  if (!own || own.suspended_at !== null) return false
  const earlier = await selectSelfServed(db, blockId, markerId)
  if (earlier.some(({ state }) => state === 'held')) return false
  const taken = new Set(earlier.map(({ unit_id }) => unit_id))
  const before = new Date(services.clock.now().getTime() - SELF_AFTER_MS).toISOString()
  const submitted = await selectOwnSubmitted(db, blockId, markerId, LOOKED_THROUGH)
  const papers = submitted.flatMap(({ id, unit_id, submitted_at }, later) =>
    !taken.has(unit_id) && (submitted_at ?? '') <= before ? [{ readingId: id, later }] : [],
  )
  const chosen = selfPaper(papers, {
    done: await countOwnSubmitted(db, blockId, markerId),
    served: earlier.filter(({ state }) => state === 'given').length,
    ratioPercent: selfRatio,
    salt: rules.block.salt,
  })
  const paper = submitted.find(({ id }) => id === chosen)
  if (!paper) return false
  await db
    .insertInto('reading')
    .values({
      unit_id: paper.unit_id,
      block_id: blockId,
      role: 'SELF',
      marker_id: markerId,
      state: 'held',
      rev: 1,
      points: null,
      total_milli: null,
      idem_key: null,
      claimed_at: isoNow(services.clock),
      lease_until: leaseUntil(services.clock.now(), null),
      submitted_at: null,
      active_ms: null,
      flags: '[]',
      traces: null,
      superseded_by: null,
    })
    .execute()
  // What their marker is told of how much they did counts such papers as it counts seeds.
  await nameSeeds(db, blockId)
  return true
}
