import { setTimeout } from 'node:timers/promises'
import type { MarkQueue } from '@hengjuan/contracts'
import { isPostgres } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../services.ts'
import { findAssignment } from './block-marker.query.ts'
import { type BlockRules, selectBlockRules } from './block-rules.query.ts'
import { countClaimable, selectHeld } from './claim.query.ts'
import { claimUnits, type SeenTarget } from './claim-units.ts'
import { imagesOf, tasksOf } from './mark-task.ts'
import { type OwnPaperFilter, selectOwnPapers, selectPaperOfUnit } from './own-papers.query.ts'
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
  const { reason, rules, seen } = await claimPapers(services, blockId, markerId, want)
  const held = await selectHeld(services.db, blockId, markerId)
  return {
    tasks: await tasksOf(services.db, services, rules, held),
    reason,
    mine: await ownProgress(services.db, rules, markerId, seen),
  }
}

/** How often a marker looks again when others had their hands on what is free. */
const LOOKS = 4
const PAUSE_MS = 15

/** What others are just taking is passed over, so finding nothing may only mean that they were faster. */
async function claimPapers(services: Services, blockId: number, markerId: number, want: number) {
  for (let look = 1; ; look++) {
    const claimed = await withRetry(services, async (db) => {
      const rules = await selectBlockRules(db, blockId)
      const seen: SeenTarget = {}
      return { rules, seen, reason: await claimUnits(db, services, rules, markerId, want, seen) }
    })
    if (claimed.reason !== 'empty' || look === LOOKS || !isPostgres(services.db)) return claimed
    const left = await countClaimable(services.db, { blockId, markerId, avoidClassIds: [] })
    if (left === 0) return claimed
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
  wanted: { readingId: number; previous: boolean; whole: boolean },
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
    ...(shown && wanted.whole ? { sheet: await sheetOf(services, shown) } : {}),
  }
}

/** Papers that one page of the search shows. */
const FOUND = 30

/** Own marked papers of a block, the latest first. @throws AppError MARKING_NOT_ASSIGNED */
export async function ownMarked(services: Services, filter: OwnPaperFilter): Promise<Queue> {
  const { db } = services
  const rules = await selectBlockRules(db, filter.blockId)
  await assertMarks(services, rules, filter.markerId)
  const found = await selectOwnPapers(db, filter, FOUND)
  return {
    tasks: await tasksOf(db, services, rules, found),
    reason: found.length === 0 ? 'empty' : null,
    mine: await ownProgress(db, rules, filter.markerId),
  }
}

/** The answer areas of the sheet that a paper was cut from; the paper's own is named. */
async function sheetOf(services: Services, reading: ReadingRow): Promise<Queue['sheet']> {
  const answers = await selectPaperOfUnit(services.db, reading.unit_id)
  const images = await imagesOf(services.db, services, answers)
  return answers.map(({ id, blockId, blockName }) => ({
    block_name: blockName,
    is_own: blockId === reading.block_id,
    images: images.get(id) ?? [],
  }))
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
    .where('state', 'in', ['submitted', 'rejected', 'given'])
    .where('role', '<>', 'ARB')
    .where('id', '<>', id)
    .$if(state !== 'claimed' && state !== 'held' && submitted_at !== null, (query) =>
      query.where('submitted_at', '<', submitted_at ?? ''),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
