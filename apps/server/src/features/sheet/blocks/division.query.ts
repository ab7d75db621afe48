import type { Db, Tables } from '@hengjuan/db'
import type { UnitKept } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { PlannedBlock } from './block-plan.ts'

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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { unitId, kept } of division.units)
    await db
      .insertInto('sheet_division_unit')
      .values({ division_id: id, unit_id: unitId, kept: JSON.stringify(kept) })
      .execute()
}

export const updateUndone = (db: Db, divisionId: number, userId: number, at: string) =>
  db
    .updateTable('sheet_division')
    .set({ undone_by: userId, undone_at: at })
    .where('id', '=', divisionId)
    .execute()
