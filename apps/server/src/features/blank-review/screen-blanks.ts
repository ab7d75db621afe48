import { type Db, isOneOf, yieldToEventLoop } from '@hengjuan/db'
import type { MarkEvent } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { whileWanted } from '../../http/caller.ts'
import type { Services } from '../../services.ts'
import { atStep } from '../acts/index.ts'
import {
  applyEvents,
  type BlockRow,
  type BlockRules,
  factsOf,
  looksBlank,
  selectBlockRules,
  selectUnitsForUpdate,
  type UnitRow,
  withRetry,
} from '../marking-core/index.ts'
import { selectOpenChecks, selectReportedBlank } from './blank-batch.query.ts'
import { finishDue, insertDue } from '../marking-setup/index.ts'
import { isWaiting } from './blank-check.ts'

/** Papers of one transaction: others hand in marks between them. */
const AT_ONCE = 50

/**
 * Has the papers of a block screened anew after its limit changed: unread papers with little ink go to
 * review, those above the limit that nobody has confirmed leave it. What is to be marked as a check stays with markers:
 * in review it would pass unread. The caller calls `finishScreening` when its transaction is through.
 */
export const screenSoon = (
  db: Db,
  services: Pick<Services, 'clock'>,
  block: Pick<BlockRow, 'id' | 'exam_id' | 'subject_id'>,
) => insertDue(db, services, 'blank', block)

/** Screens the blocks where that is due, of all exams; goes on where an earlier run ended. */
export const finishScreening = (services: Services): Promise<void> =>
  finishDue(services, 'blank', (blockId) => screenBlanks(services, blockId))

/** Screens the papers of a block by its limit as it is. */
export async function screenBlanks(services: Services, blockId: number): Promise<void> {
  const ids = await whileWanted(new AbortController().signal, () =>
    wronglyPlaced(services, blockId),
  )
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    atStep('blank', from, ids.length)
    await yieldToEventLoop()
    await withRetry(services, (db) =>
      screen(db, services, blockId, ids.slice(from, from + AT_ONCE)),
    )
  }
}

/** Papers that are in review and ought not to be, or the other way round; away from those who mark. */
export const wronglyPlaced = runInWorker(
  import.meta.url,
  'wronglyPlaced',
  async ({ db }, blockId: number): Promise<number[]> => {
    const rules = await selectBlockRules(db, blockId)
    const { blankCheck, blankInkLimit } = rules.settings
    const units = await db
      .selectFrom('unit')
      .select(['id', 'state', 'ink_ratio', 'facts'])
      .where('block_id', '=', blockId)
      // Of those that nobody has read, all with more ink stay where they are.
      .where((eb) =>
        eb.or([
          eb('state', '=', 'BLANK_REVIEW'),
          ...(blankCheck
            ? [eb.and([eb('state', '=', 'READY'), eb('ink_ratio', '<=', blankInkLimit)])]
            : []),
        ]),
      )
      .orderBy('id')
      .execute()
    return units.filter((unit) => isWanted(rules, unit) !== isWaiting(unit)).map(({ id }) => id)
  },
)

/** Does a paper belong into review? */
const isWanted = (rules: BlockRules, unit: Pick<UnitRow, 'ink_ratio' | 'facts'>): boolean => {
  const { choice, strokeMm } = factsOf(unit)
  return looksBlank(rules, { inkRatio: unit.ink_ratio, strokeMm }, choice)
}

async function screen(
  db: Db,
  services: Services,
  blockId: number,
  ids: readonly number[],
): Promise<void> {
  const units = await selectUnitsForUpdate(db, ids)
  const rules = await selectBlockRules(db, blockId)
  const reported = await selectReportedBlank(db, ids)
  const rejected = await selectRejected(db, ids)
  const checks = await selectOpenChecks(db, blockId)
  const actor = { userId: null, rules }
  await applyEvents(
    db,
    services,
    units.flatMap((row) => {
      const wanted = isWanted(rules, row)
      // Somebody has taken it meanwhile, or decided about it.
      if (!(row.state === 'READY' || isWaiting(row)) || wanted === isWaiting(row)) return []
      // A person said so; only a person says otherwise.
      if (!wanted && (reported.has(row.id) || factsOf(row).blankConfirmedBy.length > 0)) return []
      if (wanted && (rejected.has(row.id) || checks.has(row.id))) return []
      const event: MarkEvent = wanted ? { type: 'blank_review' } : { type: 'blank_reject', by: 0 }
      return { unitId: row.id, event, actor, row }
    }),
  )
}

/** Of these papers those of which a person has already said that they are not blank. */
async function selectRejected(db: Db, unitIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('mark_event')
    .select('unit_id')
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('type', '=', 'blank_reject')
    .where('actor_id', 'is not', null)
    .distinct()
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}
