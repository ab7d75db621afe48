import type { Db, Tables } from '@hengjuan/db'
import type { UnitKept } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { PlannedBlock } from './block-plan.ts'
import { papersIn, type RemovedPapers } from './removed-papers.ts'

type Sheet = Pick<Selectable<Tables['answer_sheet']>, 'id' | 'version'>

/** A division that can be undone. */
export interface LastDivision {
  id: number
  planBefore: PlannedBlock[] | null
  dividedAt: string
  dividedBy: string
  /** Papers that lost their marks. */
  units: { unitId: number; kept: UnitKept }[]
}

/** The division that made the present version of a sheet; undefined when another change did, or it is undone. */
export async function findLastDivision(db: Db, sheet: Sheet): Promise<LastDivision | undefined> {
  const row = await db
    .selectFrom('sheet_division')
    .innerJoin('user', 'user.id', 'sheet_division.divided_by')
    .where('sheet_division.sheet_id', '=', sheet.id)
    .where('sheet_division.version', '=', sheet.version)
    .where('sheet_division.undone_at', 'is', null)
    .select(['sheet_division.id', 'plan_before', 'divided_at', 'user.name'])
    .executeTakeFirst()
  if (!row) return undefined
  const units = await db
    .selectFrom('sheet_division_unit')
    .where('division_id', '=', row.id)
    .select(['unit_id', 'kept'])
    .orderBy('unit_id')
    .execute()
  return {
    id: row.id,
    planBefore: row.plan_before === null ? null : (JSON.parse(row.plan_before) as PlannedBlock[]),
    dividedAt: row.divided_at,
    dividedBy: row.name,
    units: units.map(({ unit_id, kept }) => ({
      unitId: unit_id,
      kept: JSON.parse(kept) as UnitKept,
    })),
  }
}

/** What a division took out with its blocks; null when these had no papers. */
export async function findRemoved(db: Db, divisionId: number): Promise<RemovedPapers | null> {
  const row = await db
    .selectFrom('sheet_division')
    .where('id', '=', divisionId)
    .select('removed')
    .executeTakeFirst()
  return row?.removed ? (JSON.parse(row.removed) as RemovedPapers) : null
}

/** What undoing brings back: papers that went with their blocks, and marks of these and of others. */
export async function countBroughtBack(
  db: Db,
  { id, units }: LastDivision,
): Promise<{ marks: number; papers: number }> {
  const removed = await findRemoved(db, id)
  return {
    marks: units.length + (removed?.marked ?? 0),
    papers: removed ? papersIn(removed) : 0,
  }
}

/** Puts a division on record with what it took. */
export async function insertDivision(
  db: Db,
  division: {
    sheetId: number
    version: number
    planBefore: readonly PlannedBlock[] | null
    userId: number
    at: string
    units: LastDivision['units']
    removed: RemovedPapers | null
  },
): Promise<void> {
  const { id } = await db
    .insertInto('sheet_division')
    .values({
      sheet_id: division.sheetId,
      version: division.version,
      plan_before: division.planBefore && JSON.stringify(division.planBefore),
      divided_by: division.userId,
      divided_at: division.at,
      removed: division.removed && JSON.stringify(division.removed),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { unitId, kept } of division.units)
    await db
      .insertInto('sheet_division_unit')
      .values({ division_id: id, unit_id: unitId, kept: JSON.stringify(kept) })
      .execute()
}

/** What undoing took out itself, papers of blocks that the division had made, stays on record in its place. */
export const updateUndone = (
  db: Db,
  divisionId: number,
  undone: { userId: number; at: string; removed: RemovedPapers | null },
) =>
  db
    .updateTable('sheet_division')
    .set({
      undone_by: undone.userId,
      undone_at: undone.at,
      removed: undone.removed && JSON.stringify(undone.removed),
    })
    .where('id', '=', divisionId)
    .execute()
