import { AppError } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import type { Viewer } from '../quality/index.ts'
import { selectSheetFacts } from './facts.query.ts'
import { pageSight } from './page-sight.ts'

/**
 * Address of a scanned page or a cut of an exam, as somebody may see it.
 *
 * @throws AppError IMAGE_NOT_FOUND; OUT_OF_SCOPE for an answer that they are not shown
 */
export async function signImageFor(
  { db, links }: Services,
  viewer: Viewer,
  { examId, hash }: { examId: number; hash: string },
): Promise<string> {
  const pages = await db
    .selectFrom('scan_page')
    .innerJoin('scan_sheet', 'scan_sheet.id', 'scan_page.sheet_id')
    .where('scan_page.image_hash', '=', hash)
    .where('scan_sheet.exam_id', '=', examId)
    .select(['scan_sheet.id', 'scan_sheet.subject_id', 'scan_sheet.candidate_id', 'scan_page.seq'])
    .orderBy('scan_sheet.id')
    .execute()
  for (const { id, subject_id, candidate_id, seq } of pages) {
    const scope = { examId, subjectId: subject_id }
    const sight = await pageSight(db, { links }, viewer, scope, [candidate_id])
    const [sheet] = await selectSheetFacts(db, [id])
    const page = sheet?.pages.find((one) => one.seq === seq)
    if (!sheet || !page) continue
    // The picture as it was scanned, whichever is in use by now.
    return sight.urlOf(sheet, { ...page, imageHash: hash })
  }
  const crops = await db
    .selectFrom('sheet_crop')
    .innerJoin('scan_sheet', 'scan_sheet.id', 'sheet_crop.sheet_id')
    .where('sheet_crop.image_hash', '=', hash)
    .where('scan_sheet.exam_id', '=', examId)
    .select(['scan_sheet.subject_id', 'scan_sheet.candidate_id', 'sheet_crop.block_key'])
    .execute()
  if (crops.length === 0) throw new AppError('IMAGE_NOT_FOUND')
  for (const { subject_id, candidate_id, block_key } of crops) {
    const scope = { examId, subjectId: subject_id }
    const sight = await pageSight(db, { links }, viewer, scope, [candidate_id])
    if (sight.hides(candidate_id ?? 0, block_key ?? ''))
      throw new AppError('OUT_OF_SCOPE', { what: '这份作答的图像' })
  }
  return links.sign(hash)
}
