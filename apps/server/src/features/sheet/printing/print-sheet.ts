import { Readable } from 'node:stream'
import type { Tables } from '@hengjuan/db'
import { AppError, gradeLabel, type SheetDesign } from '@hengjuan/domain'
import { calibrationGeometry, renderPdf, type SheetGeometry, streamPdf } from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { FileReply } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { assertOnPaper, isMadeHere } from '../sheet-type.ts'
import { originalGeometry } from './original-geometry.ts'
import { countPrinted, type PrintFilter, printedStudents } from './printed-students.query.ts'

type Sheet = Selectable<Tables['answer_sheet']>

/** What is to be printed of a sheet. */
export type PrintOrder =
  | { kind: 'blank' }
  /** The page by which printer and scanner are judged before many sheets are printed. */
  | { kind: 'calibration' }
  | { kind: 'class'; classRow: Selectable<Tables['class']> }
  /** Everybody who sits the subject, as far as the caller's classes reach. */
  | { kind: 'everybody'; classes: 'all' | readonly number[] }

/** A printed file, and how many pages it has, so that a window can show how far it came. */
export interface Print {
  file: FileReply
  pages: number
}

/**
 * The printable sheet: blank, the calibration page, or a copy per candidate with name, number and barcode
 * printed in. Copies are read, drawn and sent in small batches: memory does not grow with their number.
 *
 * A sheet that came as pictures is printed as these pictures, laid straight, so that coordinates on paper are
 * those on screen; a question table without paper cannot be printed.
 *
 * @throws AppError ROSTER_EMPTY when nobody is enrolled, SHEET_NOT_PRINTED, SHEET_NOT_PERSONAL
 */
export async function printSheet(
  { db, images }: Pick<Services, 'db' | 'images'>,
  sheet: Sheet,
  order: PrintOrder,
): Promise<Print> {
  assertOnPaper(sheet)
  const isPicture = !isMadeHere(sheet)
  if (isPicture && order.kind === 'blank')
    return whole(await originalGeometry({ db, images }, sheet), sheet.name)
  const geometry = JSON.parse(sheet.geometry) as SheetGeometry
  if (order.kind === 'blank') return whole(geometry, sheet.name)
  if (order.kind === 'calibration') {
    const design = JSON.parse(sheet.design) as SheetDesign
    return whole(calibrationGeometry(design), `${sheet.name} 校准页`)
  }
  if (isPicture) throw new AppError('SHEET_NOT_PERSONAL', { name: sheet.name })
  const filter: PrintFilter = {
    examId: sheet.exam_id ?? 0,
    subjectId: sheet.subject_id ?? 0,
    classes: order.kind === 'class' ? [order.classRow.id] : order.classes,
  }
  const count = await countPrinted(db, filter)
  if (count === 0) throw new AppError('ROSTER_EMPTY')
  const of =
    order.kind === 'class'
      ? `${gradeLabel(order.classRow.grade_id)}${order.classRow.name}`
      : `全部考生 ${count} 份`
  return {
    file: {
      body: Readable.from(streamPdf(geometry, { students: printedStudents(db, filter) })),
      mime: 'application/pdf',
      fileName: `${sheet.name} ${of}.pdf`,
    },
    pages: count * geometry.pages.length,
  }
}

async function whole(geometry: SheetGeometry, name: string): Promise<Print> {
  const body = Buffer.from(await renderPdf(geometry))
  return {
    file: { body, mime: 'application/pdf', fileName: `${name}.pdf` },
    pages: geometry.pages.length,
  }
}
