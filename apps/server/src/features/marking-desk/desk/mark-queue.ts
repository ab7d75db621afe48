import { AppError } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  assertMarks,
  findReading,
  type ReadingRow,
  selectBlockRules,
  tasksOf,
} from '../../marking-core/index.ts'
import { claim, ownProgress, type Queue } from '../../claiming/index.ts'
import { isEarlier, type OwnPaperFilter, selectOwnPapers } from './own-papers.query.ts'
import { sheetAnswers } from './sheet-answers.ts'

/** Fills a marker's hands up to `want` papers and shows all that is in them. */
export async function nextPapers(
  services: Services,
  blockId: number,
  markerId: number,
  want: number,
): Promise<Queue> {
  const { queue } = await claim(services, { blockId, markerId, judgement: null, want })
  if (!queue) throw new Error('papers were asked for and none shown')
  return queue
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
    ...(shown && wanted.whole ? { sheet: await sheetAnswers(services, shown.unit_id) } : {}),
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
    // What was taken back is in hand again.
    .where((eb) => eb.or([eb('state', '<>', 'rejected'), eb('taken_back', '=', 0)]))
    .where('role', '<>', 'ARB')
    .where('id', '<>', id)
    .$if(state !== 'claimed' && state !== 'held' && submitted_at !== null, (query) =>
      query.where(isEarlier(submitted_at ?? '', id)),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
