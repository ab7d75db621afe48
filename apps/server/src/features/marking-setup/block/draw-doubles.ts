import {
  type Db,
  isOneOf,
  yieldToEventLoop,
  lockRows,
  rowWrite,
  transact,
  writeRows,
} from '@hengjuan/db'
import { needsDouble } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import { whileWanted } from '../../../http/caller.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import {
  type BlockRow,
  factsOf,
  lockAllocation,
  selectBlockRules,
  type UnitRow,
} from '../../marking-core/index.ts'
import { finishDue, hasMore, insertDue } from '../due-work.ts'

/** Papers of one transaction: some milliseconds, so that marks are handed in between. */
const AT_ONCE = 500

type Rules = Pick<BlockRow, 'mark_mode' | 'double_ratio' | 'salt'>

/** Share of the papers that are read twice, percent: what a draw goes by, beside the salt. */
export const doubleShare = ({ mark_mode, double_ratio }: Omit<Rules, 'salt'>): number =>
  mark_mode === 0 ? 0 : double_ratio

/**
 * Has it drawn anew which papers of a block are read twice, after the caller's transaction changed how many are; nobody
 * has read any of them yet. A few at once. Of many it is noted, and the caller calls `finishDrawing` when its
 * transaction is through; until that is done nobody is given a paper of the block, which one reading might finish that
 * is to have two.
 */
export async function drawSoon(
  db: Db,
  services: Pick<Services, 'clock'>,
  block: BlockRow,
): Promise<void> {
  if (!(await hasMore(db, block.id, AT_ONCE))) {
    const units = await ofBlock(db, block.id).execute()
    return draw(
      db,
      block,
      units.map(({ id }) => id),
    )
  }
  await insertDue(db, services, 'draw', block)
  await setDrawing(db, block.id, 1)
}

/** Draws where that is due, in blocks of all exams; they give out papers again then. */
export const finishDrawing = (services: Services): Promise<void> =>
  finishDue(
    services,
    'draw',
    (blockId) => drawAll(services, blockId),
    (db, blockId) => setDrawing(db, blockId, 0),
  )

const setDrawing = (db: Db, blockId: number, is_drawing: number) =>
  db.updateTable('block').set({ is_drawing }).where('id', '=', blockId).execute()

async function drawAll(services: Services, blockId: number): Promise<void> {
  const ids = await whileWanted(new AbortController().signal, () => wronglyDrawn(services, blockId))
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    atStep('draw', from, ids.length)
    await yieldToEventLoop()
    await transact(services.db, async (db) => {
      // By what holds now: changed once more meanwhile, all of it is due again.
      await lockAllocation(db, blockId)
      const { block } = await selectBlockRules(db, blockId)
      await draw(db, block, ids.slice(from, from + AT_ONCE))
    })
  }
}

/** Papers that are to be read once and are drawn for two readings, or the other way round; away from those who mark. */
export const wronglyDrawn = runInWorker(
  import.meta.url,
  'wronglyDrawn',
  async ({ db }, blockId: number): Promise<number[]> => {
    const { block } = await selectBlockRules(db, blockId)
    const units = await ofBlock(db, blockId).execute()
    return units.flatMap((unit) => (drawnFor(block, unit) ? [unit.id] : []))
  },
)

const ofBlock = (db: Db, blockId: number) =>
  db.selectFrom('unit').select(['id', 'facts']).where('block_id', '=', blockId).orderBy('id')

/** What a paper is to be by the rules of its block; null where it is that. */
function drawnFor(block: Rules, unit: Pick<UnitRow, 'id' | 'facts'>) {
  const double = doubleShare(block) > 0 && needsDouble(unit.id, block.salt, block.double_ratio)
  const facts = factsOf(unit)
  if (facts.double === double && !facts.secondReading) return null
  return {
    id: unit.id,
    facts: JSON.stringify({ ...facts, double, secondReading: null }),
    // What was decided without a reading, as a blank answer is, waits for none.
    readings_due: facts.final ? 0 : double ? 2 : 1,
  }
}

async function draw(db: Db, block: Rules, unitIds: readonly number[]): Promise<void> {
  const units = await lockRows(
    db,
    db
      .selectFrom('unit')
      .select(['id', 'facts'])
      .where(isOneOf(db, 'id', unitIds))
      .orderBy('id'),
  ).execute()
  await writeRows(db, [
    rowWrite({
      table: 'unit',
      rows: units.flatMap((unit) => drawnFor(block, unit) ?? []),
      types: DRAWN,
      where: { id: 'id' },
    }),
  ])
}

const DRAWN = { id: 'integer', facts: 'text', readings_due: 'integer' } as const
