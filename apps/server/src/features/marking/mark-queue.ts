import { setTimeout } from 'node:timers/promises'
import type { MarkQueue } from '@hengjuan/contracts'
import { isPostgres } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import { findAssignment } from './block-marker.query.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'
import { countClaimable, selectHeld } from './claim.query.ts'
import { claimUnits } from './claim-units.ts'
import { tasksOf } from './mark-task.ts'
import { ownProgress } from './own-progress.ts'
import type { ReadingRow } from './unit-facts.ts'
import { findReading } from './unit.query.ts'
import { withRetry } from './with-retry.ts'

export type Queue = Static<typeof MarkQueue>

/** Fills a marker's hands up to `want` papers and shows all that is in them. */
export async function nextPapers(
  services: Services,
  blockId: number,
  markerId: number,
  want: number,
): Promise<Queue> {
  const reason = await claimPapers(services, blockId, markerId, want)
  const rules = await selectBlockRules(services.db, blockId)
  const held = await selectHeld(services.db, blockId, markerId)
  return {
    tasks: await tasksOf(services.db, services, rules, held),
    reason,
    mine: await ownProgress(services.db, rules, markerId),
  }
}

/** How often a marker looks again when others had their hands on what is free. */
const LOOKS = 4
const PAUSE_MS = 15

/** What others are just taking is passed over, so finding nothing may only mean that they were faster. */
async function claimPapers(services: Services, blockId: number, markerId: number, want: number) {
  for (let look = 1; ; look++) {
    const reason = await withRetry(services, async (db) =>
      claimUnits(db, services, await selectBlockRules(db, blockId), markerId, want),
    )
    if (reason !== 'empty' || look === LOOKS || !isPostgres(services.db)) return reason
    const left = await countClaimable(services.db, { blockId, markerId, avoidClassIds: [] })
    if (left === 0) return reason
    await setTimeout(PAUSE_MS * look)
  }
}

/**
 * One own reading to look at or to change: the named one, or the one submitted just before it.
 *
 * @throws AppError MARKING_READING_NOT_FOUND, MARKING_NOT_YOUR_READING
 */
export async function ownPaper(
  services: Services,
  blockId: number,
  markerId: number,
  wanted: { readingId: number; previous: boolean },
): Promise<Queue> {
  const { db } = services
  const rules = await selectBlockRules(db, blockId)
  await assertMarks(services, rules, markerId)
  const named = await findReading(db, wanted.readingId)
  if (!named || named.block_id !== blockId) throw new AppError('MARKING_READING_NOT_FOUND')
  if (named.marker_id !== markerId) throw new AppError('MARKING_NOT_YOUR_READING')
  const shown = wanted.previous ? await findSubmittedBefore(services, named) : named
  return {
    tasks: shown ? await tasksOf(db, services, rules, [shown]) : [],
    reason: shown ? null : 'empty',
    mine: await ownProgress(db, rules, markerId),
  }
}

/** @throws AppError MARKING_NOT_ASSIGNED */
export async function assertMarks(
  services: Services,
  { block }: BlockRules,
  userId: number,
): Promise<void> {
  if (!(await findAssignment(services.db, block.id, userId, 'marker')))
    throw new AppError('MARKING_NOT_ASSIGNED', { block: block.name })
}

const findSubmittedBefore = (
  { db }: Services,
  { block_id, marker_id, submitted_at, state, id }: ReadingRow,
): Promise<ReadingRow | undefined> =>
  db
    .selectFrom('reading')
    .selectAll()
    .where('block_id', '=', block_id)
    .where('marker_id', '=', marker_id)
    .where('state', 'in', ['submitted', 'rejected'])
    .where('role', '<>', 'ARB')
    .where('id', '<>', id)
    .$if(state !== 'claimed' && submitted_at !== null, (query) =>
      query.where('submitted_at', '<', submitted_at ?? ''),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
