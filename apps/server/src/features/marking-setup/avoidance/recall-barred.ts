import { type Db, isOneOf } from '@hengjuan/db'
import { barredBy } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import { barsOf } from '../shares/eligibility.ts'
import {
  type BlockRules,
  holdMarkers,
  IS_IN_HAND,
  lockAllocation,
  readingsInHand,
  releaseClaims,
  selectBlockRules,
  withRetry,
} from '../../marking-core/index.ts'

/** Whose papers are looked at: of markers of some blocks, or of one person in every block. */
type Hands = { blockIds: readonly number[] } | { markerId: number }

/**
 * Takes back what markers hold that the rules keep from them by now, after a block's rules or what somebody teaches
 * were changed. What was handed in stands, and what came back to its marker stays with them: nobody else can mark it
 * again.
 *
 * @returns how many papers
 * @source domain rules 4.4
 */
export async function recallBarred(
  services: Services,
  hands: Hands,
  actorId: number,
): Promise<number> {
  const claims = await withRetry(services, async (db) => {
    const blockIds = 'blockIds' in hands ? hands.blockIds : await blocksOf(db, hands.markerId)
    if (blockIds.length === 0) return []
    // What is being taken at this moment is found in their hands.
    await lockAllocation(db, ...blockIds)
    await holdMarkers(db, blockIds, 'markerId' in hands ? [hands.markerId] : undefined)
    return selectBarred(db, blockIds, 'markerId' in hands ? hands.markerId : null)
  })
  return releaseClaims(services, claims, 'recalled', actorId)
}

async function blocksOf(db: Db, markerId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('block_marker')
    .where('user_id', '=', markerId)
    .where('duty', '=', 'marker')
    .select('block_id')
    .orderBy('block_id')
    .execute()
  return rows.map(({ block_id }) => block_id)
}

async function selectBarred(
  db: Db,
  blockIds: readonly number[],
  markerId: number | null,
): Promise<{ id: number; unit_id: number }[]> {
  const held = await db
    .selectFrom(readingsInHand(db))
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .where(IS_IN_HAND)
    .where('reading.state', '=', 'claimed')
    .where('reading.role', 'in', ['R1', 'R2', 'R3'])
    .where(isOneOf(db, 'reading.block_id', blockIds))
    .$if(markerId !== null, (query) => query.where('reading.marker_id', '=', markerId ?? 0))
    .select([
      'reading.id',
      'reading.unit_id',
      'reading.block_id',
      'reading.marker_id',
      'unit.class_id',
      'unit.school_id',
      'unit.candidate_id',
      'unit.released',
    ])
    .orderBy('reading.id')
    .execute()
  const rulesOf = new Map<number, BlockRules>()
  for (const { block_id } of held)
    if (!rulesOf.has(block_id)) rulesOf.set(block_id, await selectBlockRules(db, block_id))
  const asks = held.flatMap(({ block_id, marker_id }) => {
    const rules = rulesOf.get(block_id)
    return rules ? [{ rules, markerId: marker_id }] : []
  })
  const barOf = await barsOf(db, asks)
  return held.filter((paper) => {
    const rules = rulesOf.get(paper.block_id)
    if (!rules) return false
    const reason = barredBy(rules.settings.scope, barOf(rules, paper.marker_id), {
      classId: paper.class_id,
      schoolId: paper.school_id,
      candidateId: paper.candidate_id,
      released: paper.released,
    })
    return reason !== null
  })
}
