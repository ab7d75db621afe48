import type { missingImages, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import type { Services } from '../../services.ts'
import { subjectNameIn } from '../../subject-name.ts'

type Report = ReplyOf<typeof missingImages>

/** Sheets of an exam that count, in the order of scanning. */
const selectSheets = (db: Db, examId: number) =>
  db
    .selectFrom('scan_sheet')
    .innerJoin('scan_batch', 'scan_batch.id', 'scan_sheet.batch_id')
    .innerJoin('subject', 'subject.id', 'scan_sheet.subject_id')
    .leftJoin('candidate', 'candidate.id', 'scan_sheet.candidate_id')
    .where('scan_sheet.exam_id', '=', examId)
    .where('scan_sheet.state', '<>', 'void')
    .select(['scan_sheet.id', 'scan_sheet.subject_id'])
    .select(subjectNameIn('scan_sheet.exam_id').as('subject_name'))
    .select(['scan_batch.label as batch_label', 'scan_sheet.seq'])
    .select(['candidate.exam_no', 'candidate.name as candidate_name'])
    .orderBy('scan_sheet.subject_id')
    .orderBy('scan_batch.opened_at')
    .orderBy('scan_sheet.seq')
    .execute()

/** Images that an exam's rows of `table` name, with the object in which each lies; null where none is recorded. */
const selectNamed = (db: Db, examId: number, table: 'scan_page' | 'sheet_crop') =>
  db
    .selectFrom(table)
    .innerJoin('scan_sheet', 'scan_sheet.id', `${table}.sheet_id`)
    .leftJoin('image', 'image.hash', `${table}.image_hash`)
    .where('scan_sheet.exam_id', '=', examId)
    .select([`${table}.sheet_id`, `${table}.image_hash`, 'image.object_hash'])
    .distinct()
    .execute()

/**
 * Images that the database names and the store has not: a file that was lost, or a copy of the database
 * without its images.
 *
 * @param isWanted whether the sheets of a subject are looked at
 */
export async function findMissingImages(
  services: Services,
  examId: number,
  isWanted: (subjectId: number) => boolean,
): Promise<Report> {
  const { db, images } = services
  const sheets = (await selectSheets(db, examId)).filter(({ subject_id }) => isWanted(subject_id))
  const wanted = new Set(sheets.map(({ id }) => id))
  const inWanted = <T extends { sheet_id: string }>(rows: readonly T[]) =>
    rows.filter(({ sheet_id }) => wanted.has(sheet_id))
  const pages = inWanted(await selectNamed(db, examId, 'scan_page'))
  const crops = inWanted(await selectNamed(db, examId, 'sheet_crop'))
  const present = new Map<string, boolean>()
  const isMissing = async ({ object_hash }: { object_hash: string | null }): Promise<boolean> => {
    if (object_hash === null) return true
    const known = present.get(object_hash) ?? (await images.has(object_hash))
    present.set(object_hash, known)
    return !known
  }
  const lost = async <T extends { sheet_id: string; object_hash: string | null }>(
    rows: readonly T[],
  ) => {
    const missing: T[] = []
    for (const row of rows) if (await isMissing(row)) missing.push(row)
    return Map.groupBy(missing, ({ sheet_id }) => sheet_id)
  }
  const [lostPages, lostCrops] = [await lost(pages), await lost(crops)]
  const list = sheets.flatMap(({ id, ...sheet }) => {
    const own = [...(lostPages.get(id) ?? []), ...(lostCrops.get(id) ?? [])]
    if (own.length === 0) return []
    return {
      sheet_id: id,
      ...sheet,
      pages: lostPages.get(id)?.length ?? 0,
      crops: lostCrops.get(id)?.length ?? 0,
      reason: own.some(({ object_hash }) => object_hash === null)
        ? ('record' as const)
        : ('object' as const),
    }
  })
  return {
    image_count: pages.length + crops.length,
    sheet_count: sheets.length,
    missing_count: list.reduce((sum, row) => sum + row.pages + row.crops, 0),
    list,
  }
}
