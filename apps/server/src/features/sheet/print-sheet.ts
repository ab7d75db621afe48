import type { Db, Tables } from '@hengjuan/db'
import { AppError, gradeLabel } from '@hengjuan/domain'
import { renderPdf, type SheetGeometry, type SheetStudent } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'

type Sheet = Selectable<Tables['answer_sheet']>

/**
 * The printable sheet: one blank copy, or one copy per candidate of a class with name, exam number and
 * barcode printed in.
 *
 * @throws AppError ROSTER_EMPTY when nobody of the class is enrolled
 */
export async function printSheet(
  db: Db,
  sheet: Sheet,
  classRow: Selectable<Tables['class']> | null,
): Promise<{ body: Buffer; fileName: string }> {
  const geometry = JSON.parse(sheet.geometry) as SheetGeometry
  if (!classRow)
    return { body: Buffer.from(await renderPdf(geometry)), fileName: `${sheet.name}.pdf` }
  const className = `${gradeLabel(classRow.grade_id)}${classRow.name}`
  const students = await selectPrinted(db, sheet, classRow.id, className)
  if (students.length === 0) throw new AppError('ROSTER_EMPTY')
  return {
    body: Buffer.from(await renderPdf(geometry, { students })),
    fileName: `${sheet.name} ${className}.pdf`,
  }
}

/** Candidates of a class who sit the subject, by exam number. */
async function selectPrinted(
  db: Db,
  sheet: Sheet,
  classId: number,
  className: string,
): Promise<SheetStudent[]> {
  const rows = await db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .where('candidate.exam_id', '=', sheet.exam_id ?? 0)
    .where('candidate.class_id', '=', classId)
    .where('candidate_subject.subject_id', '=', sheet.subject_id ?? 0)
    .where('candidate_subject.attendance', '!=', 3)
    .select(['candidate.name', 'candidate.exam_no'])
    .orderBy('candidate.exam_no')
    .execute()
  return rows.map(({ name, exam_no }) => ({ name, examNo: exam_no, className }))
}
