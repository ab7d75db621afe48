import { type Db, isOneOf, yieldToEventLoop, transact } from '@hengjuan/db'
import { sql } from 'kysely'
import { isoNow } from '../../../clock.ts'
import type { Services } from '../../../services.ts'
import { atStep } from '../../acts/index.ts'
import { takeAway } from './take-away.ts'
import { hasUnitFlag } from './unit-flags.query.ts'

interface Change {
  type: 'lock' | 'unlock'
  from: string
  to: string
}

const LOCK: Change = { type: 'lock', from: 'FINAL', to: 'LOCKED' }
const UNLOCK: Change = { type: 'unlock', from: 'LOCKED', to: 'FINAL' }

/** Papers of one transaction where others write meanwhile: some milliseconds. */
const AT_ONCE = 200

/**
 * Locks every final unit of an exam: what is published changes only by appeal or withdrawal.
 *
 * The events `lock` and `unlock` of the rules, applied to many units with a few statements instead of one
 * by one: they concern one fact, and tens of thousands of units change.
 *
 * @source domain rules 3.7
 */
export const lockUnits = (db: Db, services: Services, examId: number): Promise<void> =>
  setAll(db, services, examId, LOCK)

/** Frees them again when the publication is withdrawn. */
export const unlockUnits = (db: Db, services: Services, examId: number): Promise<void> =>
  setAll(db, services, examId, UNLOCK)

/** A paper with a final mark that is not locked, as it is. */
export interface FinalPaper {
  id: number
  version: number
}

export const selectFinalPapers = (db: Db, examId: number): Promise<FinalPaper[]> =>
  db
    .selectFrom('unit')
    .where('block_id', 'in', blocksOf(db, examId))
    .where('state', '=', LOCK.from)
    .select(['id', 'version'])
    .orderBy('id')
    .execute()

/** Locks these papers alone. @returns false, and none is locked, where one of them is another by now */
export async function lockPapers(
  db: Db,
  services: Services,
  papers: readonly FinalPaper[],
): Promise<boolean> {
  const ids = papers.map(({ id }) => id)
  const now = await db
    .selectFrom('unit')
    .where(isOneOf(db, 'id', ids))
    .where('state', '=', LOCK.from)
    .select(['id', 'version'])
    .execute()
  const versions = new Map(now.map(({ id, version }) => [id, version]))
  if (papers.some(({ id, version }) => versions.get(id) !== version)) return false
  if (ids.length > 0) await setLocked(db, services, LOCK, ids)
  return true
}

/** The same in many small transactions, so that others write in between. */
export const lockInPieces = (services: Services, examId: number): Promise<void> =>
  inPieces(services, examId, LOCK)

/** @param since last event of the log before those locks that are taken back; all of the exam without it */
export const unlockInPieces = (services: Services, examId: number, since = 0): Promise<void> =>
  inPieces(services, examId, UNLOCK, since)

async function setAll(db: Db, services: Services, examId: number, change: Change): Promise<void> {
  const ids = await selectAllIds(db, examId, change)
  let done = 0
  for (const ofBlock of ids) {
    atStep(change.type, done, countOf(ids))
    await setLocked(db, services, change, ofBlock)
    done += ofBlock.length
  }
}

async function inPieces(
  services: Services,
  examId: number,
  change: Change,
  since = 0,
): Promise<void> {
  const { db } = services
  const ids = await selectAllIds(db, examId, change, since, yieldToEventLoop)
  let done = 0
  for (const ofBlock of ids)
    for (let from = 0; from < ofBlock.length; from += AT_ONCE) {
      const some = ofBlock.slice(from, from + AT_ONCE)
      atStep(change.type, done, countOf(ids))
      await yieldToEventLoop()
      await transact(db, (trx) => setLocked(trx, services, change, some))
      done += some.length
    }
}

const countOf = (ids: readonly number[][]): number =>
  ids.reduce((sum, { length }) => sum + length, 0)

/** Papers of an exam to be changed, block by block; how many there are is known before the first is. */
async function selectAllIds(
  db: Db,
  examId: number,
  change: Change,
  since = 0,
  between: () => Promise<void> = async () => {},
): Promise<number[][]> {
  const all: number[][] = []
  for (const blockId of await selectBlockIds(db, examId)) {
    await between()
    const ids = await selectIds(db, blockId, change, since)
    if (ids.length > 0) all.push(ids)
  }
  return all
}

const blocksOf = (db: Db, examId: number) =>
  db.selectFrom('block').where('exam_id', '=', examId).select('id').orderBy('id')

const selectBlockIds = async (db: Db, examId: number): Promise<number[]> =>
  (await blocksOf(db, examId).execute()).map(({ id }) => id)

/** Papers of a block to be changed, neighbours in the table beside each other: they are written together. */
async function selectIds(
  db: Db,
  blockId: number,
  { type, from }: Change,
  since = 0,
): Promise<number[]> {
  const rows = await db
    .selectFrom('unit')
    .where('unit.block_id', '=', blockId)
    .where('unit.state', '=', from)
    .$if(type === 'unlock' && since > 0, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('mark_event')
            .select('mark_event.id')
            .whereRef('mark_event.unit_id', '=', 'unit.id')
            .where('mark_event.type', '=', 'lock')
            .where('mark_event.id', '>', since),
        ),
      ),
    )
    .select('unit.id')
    .execute()
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

async function setLocked(
  db: Db,
  services: Services,
  { type, from, to }: Change,
  unitIds: readonly number[],
): Promise<void> {
  const now = isoNow(services.clock)
  const [before, after] = [`"locked":${type === 'unlock'}`, `"locked":${type === 'lock'}`]
  await db
    .updateTable('unit')
    .set((eb) => ({
      state: to,
      version: eb('version', '+', 1),
      facts: sql<string>`replace(facts, ${before}, ${after})`,
      updated_at: now,
    }))
    .where(isOneOf(db, 'id', unitIds))
    .where('state', '=', from)
    .execute()
  // Of those alone that were changed: their log is one event behind.
  const payload = JSON.stringify({ event: { type }, effects: [{ kind: 'status', from, to }] })
  await db
    .insertInto('mark_event')
    .columns(['unit_id', 'exam_id', 'seq', 'type', 'actor_id', 'payload', 'at'])
    .expression(
      db
        .selectFrom('unit')
        .where(isOneOf(db, 'id', unitIds))
        .where('state', '=', to)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('mark_event')
                .select('mark_event.seq')
                .whereRef('mark_event.unit_id', '=', 'unit.id')
                .whereRef('mark_event.seq', '=', 'unit.version'),
            ),
          ),
        )
        .select((eb) => [
          'id',
          'exam_id',
          'version as seq',
          eb.cast<string>(eb.val(type), 'text').as('type'),
          sql<number | null>`cast(null as integer)`.as('actor_id'),
          eb.cast<string>(eb.val(payload), 'text').as('payload'),
          eb.cast<string>(eb.val(now), 'text').as('at'),
        ]),
    )
    .execute()
  if (type === 'unlock') await leaveMovedMarks(db, services, unitIds)
}

/** A mark that was published stayed with its candidate when the sheet was found to be another one's; now it goes. */
async function leaveMovedMarks(
  db: Db,
  services: Services,
  unitIds: readonly number[],
): Promise<void> {
  const moved = await db
    .selectFrom('unit')
    .where(isOneOf(db, 'id', unitIds))
    .where(hasUnitFlag('sheet_gone'))
    .selectAll()
    .execute()
  for (const unit of moved) await takeAway(db, services, unit)
}
