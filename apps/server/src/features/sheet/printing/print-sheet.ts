import { Readable } from 'node:stream'
import type { Tables } from '@hengjuan/db'
import { AppError, classLabel, type SheetDesign } from '@hengjuan/domain'
import {
  calibrationGeometry,
  renderPdf,
  type SheetGeometry,
  streamPdf,
  unprintableCharacters,
} from '@hengjuan/sheet'
import type { Selectable } from 'kysely'
import type { FileReply } from '../../../http/serve.ts'
import type { Services } from '../../../services.ts'
import { assertOnPaper, isMadeHere } from '../sheet-type.ts'
import { originalGeometry } from './original-geometry.ts'
import { countPrinted, type PrintFilter, printedStudents } from './printed-students.query.ts'

type Sheet = Selectable<Tables['answer_sheet']>

/** Whose copies are to be printed. */
export type PersonalOrder =
  | { kind: 'class'; classRow: Selectable<Tables['class']> }
  /** Everybody who sits the subject, as far as the caller's classes reach. */
  | { kind: 'everybody'; classes: 'all' | readonly number[] }

/** What is to be printed of a sheet. */
export type PrintOrder =
  | { kind: 'blank' }
  /** The page by which printer and scanner are judged before many sheets are printed. */
  | { kind: 'calibration' }
  | PersonalOrder

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
  const filter = copiesOf(sheet, order)
  const count = await countPrinted(db, filter)
  if (count === 0) throw new AppError('ROSTER_EMPTY')
  const of =
    order.kind === 'class'
      ? classLabel(order.classRow.grade_id, order.classRow.name)
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

/** Whose copies are printed. @throws AppError SHEET_NOT_PERSONAL */
function copiesOf(sheet: Sheet, order: PersonalOrder): PrintFilter {
  if (!isMadeHere(sheet)) throw new AppError('SHEET_NOT_PERSONAL', { name: sheet.name })
  return {
    examId: sheet.exam_id ?? 0,
    subjectId: sheet.subject_id ?? 0,
    classes: order.kind === 'class' ? [order.classRow.id] : order.classes,
  }
}

/** Copies on which a box will stand in place of a character. @throws AppError SHEET_NOT_PRINTED, SHEET_NOT_PERSONAL */
export async function checkPrint({ db }: Pick<Services, 'db'>, sheet: Sheet, order: PersonalOrder) {
  assertOnPaper(sheet)
  const unprintable = []
  let copies = 0
  for await (const { name, examNo, className } of printedStudents(db, copiesOf(sheet, order))) {
    copies += 1
    const characters = unprintableCharacters(`${name}${className}`)
    if (characters.length > 0)
      unprintable.push({ name, exam_no: examNo, class_name: className, characters })
  }
  return { copies, unprintable }
}

async function whole(geometry: SheetGeometry, name: string): Promise<Print> {
  const body = Buffer.from(await renderPdf(geometry))
  return {
    file: { body, mime: 'application/pdf', fileName: `${name}.pdf` },
    pages: geometry.pages.length,
  }
}
