import type { InputOf, sheetInfoSave } from '@hengjuan/contracts'
import type { Db, Tables } from '@hengjuan/db'
import type { SheetDesign } from '@hengjuan/domain'
import type { Selectable } from 'kysely'

type Calibration = NonNullable<InputOf<typeof sheetInfoSave>['body']['calibration']>

/** A sheet is printed a few times; older runs say nothing about the printer of today. */
const SHOWN = 20

/** Puts the grade of a calibration page on record; it passed when everything that was measured did. */
export const insertCalibration = (
  db: Db,
  run: Calibration & {
    sheet: Pick<Selectable<Tables['answer_sheet']>, 'id' | 'version' | 'design'>
    userId: number
    at: string
  },
) =>
  db
    .insertInto('sheet_calibration')
    .values({
      sheet_id: run.sheet.id,
      version: run.sheet.version,
      paper: (JSON.parse(run.sheet.design) as SheetDesign).paper,
      printer: run.printer.trim(),
      is_good: run.findings.every(({ is_good }) => is_good) ? 1 : 0,
      findings: JSON.stringify(run.findings),
      graded_by: run.userId,
      graded_at: run.at,
    })
    .execute()

/** Was a test page of this version printed, scanned and found good? */
export async function isTested(
  db: Db,
  { id, version }: Pick<Selectable<Tables['answer_sheet']>, 'id' | 'version'>,
): Promise<boolean> {
  const good = await db
    .selectFrom('sheet_calibration')
    .where('sheet_id', '=', id)
    .where('version', '=', version)
    .where('is_good', '=', 1)
    .select('id')
    .executeTakeFirst()
  return good !== undefined
}

/** Graded calibration pages of a sheet, newest first. */
export async function selectCalibrations(db: Db, sheetId: number) {
  const rows = await db
    .selectFrom('sheet_calibration')
    .leftJoin('user', 'user.id', 'sheet_calibration.graded_by')
    .where('sheet_id', '=', sheetId)
    .select(['version', 'paper', 'printer', 'is_good', 'findings', 'graded_at', 'user.name'])
    .orderBy('sheet_calibration.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ is_good, findings, name, ...row }) => ({
    ...row,
    is_good: is_good === 1,
    findings: JSON.parse(findings) as Calibration['findings'],
    graded_by: name ?? '',
  }))
}
