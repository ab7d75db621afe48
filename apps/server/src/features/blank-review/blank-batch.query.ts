import { countRows, type Db, isOneOf, lockRows } from '@hengjuan/db'
import { LEAST_CHECKS, MOST_BLANK_INK } from '@hengjuan/domain'
import { hasLeft, hasMark, hasUnitFlag, papersIn, type UnitRow } from '../marking-core/index.ts'
import { subjectNameIn } from '../../subject-name.ts'

/** Blocks of an exam in printed order. */
export const selectExamBlocks = (db: Db, examId: number) =>
  db
    .selectFrom('block')
    .innerJoin('subject', 'subject.id', 'block.subject_id')
    .where('block.exam_id', '=', examId)
    .selectAll('block')
    .select(subjectNameIn('block.exam_id').as('subject_name'))
    .orderBy('block.subject_id')
    .orderBy('block.sort')
    .execute()

/** Papers of a block that wait in blank review, least ink first. */
export const selectInBlankReview = (db: Db, blockId: number): Promise<UnitRow[]> =>
  papersIn(db, blockId, 'BLANK_REVIEW')
    .selectAll('unit')
    .orderBy('unit.ink_ratio')
    .orderBy('unit.id')
    .execute()

/** Of some papers those that a marker reported as blank at some time. */
export async function selectReportedBlank(
  db: Db,
  unitIds: readonly number[],
): Promise<Set<number>> {
  if (unitIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('mark_event')
    .where(isOneOf(db, 'unit_id', unitIds))
    .where('type', '=', 'blank_report')
    .select('unit_id')
    .distinct()
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}

/** Papers of a block, locked: of two who decide about one, the second finds what the first said. */
export const selectUnitsOfBlock = (db: Db, blockId: number, unitIds: readonly number[]) =>
  lockRows(
    db,
    db
      .selectFrom('unit')
      .selectAll()
      .where('block_id', '=', blockId)
      .where('id', 'in', unitIds)
      .orderBy('id'),
  ).execute()

export async function selectCheckCounts(db: Db, blockId: number) {
  const rows = await db
    .selectFrom('blank_batch_unit')
    .innerJoin('blank_batch', 'blank_batch.id', 'blank_batch_unit.batch_id')
    .innerJoin('unit', 'unit.id', 'blank_batch_unit.unit_id')
    .where('blank_batch.block_id', '=', blockId)
    .where('is_check', '=', 1)
    // Nobody will mark a check whose candidate is absent.
    .where((eb) => eb.or([eb('blank_batch_unit.score_milli', 'is not', null), eb.not(hasLeft)]))
    .select(['blank_batch_unit.score_milli', 'blank_batch.state'])
    .execute()
  return {
    open: rows.filter(({ score_milli, state }) => score_milli === null && state === 'open').length,
    done: rows.filter(({ score_milli }) => score_milli !== null).length,
  }
}

export async function countReturnedBatches(db: Db, blockId: number): Promise<number> {
  return countRows(
    db.selectFrom('blank_batch').where('block_id', '=', blockId).where('state', '=', 'returned'),
  )
}

/**
 * The last batch that somebody confirmed and that has fewer checks than it should, locked; null without one. What came
 * back to review is confirmed anew.
 */
export async function findShortBatch(
  db: Db,
  { blockId, by }: { blockId: number; by: number },
): Promise<{ id: number; checks: number } | null> {
  const last = await lockRows(
    db,
    db
      .selectFrom('blank_batch')
      .where('block_id', '=', blockId)
      .where('confirmed_by', '=', by)
      .where('state', '<>', 'returned')
      .where(({ eb, selectFrom }) =>
        eb(
          selectFrom('blank_batch_unit')
            .whereRef('batch_id', '=', 'blank_batch.id')
            .where('is_check', '=', 1)
            .select(({ fn }) => fn.countAll<number>().as('checks')),
          '<',
          LEAST_CHECKS,
        ),
      )
      .select('id')
      .orderBy('id', 'desc')
      .limit(1),
  ).executeTakeFirst()
  if (!last) return null
  const checks = await countRows(
    db.selectFrom('blank_batch_unit').where('batch_id', '=', last.id).where('is_check', '=', 1),
  )
  return { id: last.id, checks }
}

/**
 * Writes what was confirmed together; `id` names the batch that it continues, null for a new one.
 *
 * @param batch its `checks` are those drawn now, also of what was confirmed before
 */
export async function storeBlankBatch(
  db: Db,
  batch: {
    id: number | null
    blockId: number
    by: number
    at: string
    confirmed: readonly number[]
    checks: readonly number[]
  },
): Promise<void> {
  const state = batch.checks.length > 0 ? 'open' : 'passed'
  const id = batch.id ?? (await insertBatch(db, batch, state))
  if (batch.id !== null && state === 'open')
    await db.updateTable('blank_batch').set({ state }).where('id', '=', id).execute()
  const rows = (units: readonly number[], is_check: 0 | 1) =>
    db
      .insertInto('blank_batch_unit')
      .values(units.map((unit_id) => ({ batch_id: id, unit_id, is_check })))
  // Confirmed once more it is what it was, a check that its marker reported as blank as well.
  if (batch.confirmed.length > 0)
    await rows(batch.confirmed, 0)
      .onConflict((conflict) => conflict.columns(['batch_id', 'unit_id']).doNothing())
      .execute()
  if (batch.checks.length > 0)
    await rows(batch.checks, 1)
      .onConflict((conflict) =>
        conflict.columns(['batch_id', 'unit_id']).doUpdateSet({ is_check: 1, score_milli: null }),
      )
      .execute()
}

async function insertBatch(
  db: Db,
  { blockId, by, at }: { blockId: number; by: number; at: string },
  state: 'open' | 'passed',
): Promise<number> {
  const { id } = await db
    .insertInto('blank_batch')
    .values({ block_id: blockId, confirmed_by: by, confirmed_at: at, state })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Batches not yet returned that a paper checks, locked: the last of their checks settles them. */
export const selectCheckedBatches = (db: Db, unitId: number) =>
  lockRows(
    db,
    db
      .selectFrom('blank_batch')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('blank_batch_unit')
            .select('unit_id')
            .whereRef('batch_id', '=', 'blank_batch.id')
            .where('unit_id', '=', unitId)
            .where('is_check', '=', 1),
        ),
      )
      .where('state', '<>', 'returned')
      .select('id')
      .orderBy('id'),
  ).execute()

export const updateCheckScore = (db: Db, batchId: number, unitId: number, milli: number) =>
  db
    .updateTable('blank_batch_unit')
    .set({ score_milli: milli })
    .where('batch_id', '=', batchId)
    .where('unit_id', '=', unitId)
    .execute()

export const updateBatchState = (db: Db, batchId: number, state: 'passed' | 'returned') =>
  db.updateTable('blank_batch').set({ state }).where('id', '=', batchId).execute()

/** Papers of a block that are marked to check a batch and have no mark yet. */
export async function selectOpenChecks(db: Db, blockId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('blank_batch_unit')
    .innerJoin('blank_batch', 'blank_batch.id', 'blank_batch_unit.batch_id')
    .where('blank_batch.block_id', '=', blockId)
    .where('blank_batch.state', '=', 'open')
    .where('is_check', '=', 1)
    .where('score_milli', 'is', null)
    .select('unit_id')
    .execute()
  return new Set(rows.map(({ unit_id }) => unit_id))
}

export async function hasOpenChecks(db: Db, batchId: number): Promise<boolean> {
  const row = await db
    .selectFrom('blank_batch_unit')
    .innerJoin('unit', 'unit.id', 'blank_batch_unit.unit_id')
    .select('unit_id')
    .where('batch_id', '=', batchId)
    .where('is_check', '=', 1)
    .where('score_milli', 'is', null)
    .where((eb) => eb.not(hasLeft))
    .executeTakeFirst()
  return row !== undefined
}

/** Papers of a batch whose mark still is the confirmed blank, locked so that it stays one. */
export const selectStandingBlanks = (db: Db, batchId: number) =>
  lockRows(
    db,
    db
      .selectFrom('blank_batch_unit')
      .innerJoin('unit', 'unit.id', 'blank_batch_unit.unit_id')
      .where('blank_batch_unit.batch_id', '=', batchId)
      .where('blank_batch_unit.is_check', '=', 0)
      .where('unit.final_source', '=', 'BLANK')
      .where('unit.state', '=', 'FINAL')
      .where((eb) => eb.not(hasUnitFlag('sheet_gone')))
      .select('unit.id')
      .orderBy('unit.id'),
  ).execute()

/**
 * Papers with a final mark of nothing, or of something for hardly any ink; left out is what was not scanned, and what
 * has nothing by a decision that is not about what was written.
 */
export const selectBlankConflictUnits = (db: Db, on: { examId: number; subjectId: number }) =>
  db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.exam_id', '=', on.examId)
    .where('unit.subject_id', '=', on.subjectId)
    .where('unit.final_milli', 'is not', null)
    .where('unit.images', '<>', '[]')
    .where(hasMark)
    .where((eb) =>
      eb.or([eb('unit.final_milli', '=', 0), eb('unit.ink_ratio', '<=', MOST_BLANK_INK)]),
    )
    .select(['unit.candidate_id', 'unit.final_milli', 'unit.final_source', 'unit.ink_ratio'])
    .select(['unit.facts', 'block.name as block_name', 'block.settings'])
    .orderBy('block.sort')
    .orderBy('unit.id')
    .execute()
