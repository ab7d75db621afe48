import type { Db } from '@hengjuan/db'
import type { OmrTemplate } from '@hengjuan/domain'
import type { CandidateOfSubject } from '../../marking-core/engine/make-unit.ts'
import type { BlockImages } from '../../marking-core/engine/unit-images.ts'

export interface Crop {
  part: number
  imageHash: string
  inkRatio: number
}

/** Valid sheets of a candidate in a subject, the first received first. */
const selectActiveSheets = (db: Db, examId: number, subjectId: number, candidateId: number) =>
  db
    .selectFrom('scan_sheet')
    .select('id')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .where('candidate_id', '=', candidateId)
    .where('state', '=', 'active')
    .orderBy('received_at')
    .orderBy('id')
    .execute()

/** The latest crop of every block region of a sheet, by block key in the order of the parts. */
async function selectCrops(db: Db, sheetId: string): Promise<Map<string, Crop[]>> {
  const rows = await db
    .selectFrom('sheet_crop')
    .select(['region_id', 'block_key', 'part', 'image_hash', 'ink_ratio'])
    .where('sheet_id', '=', sheetId)
    .where('block_key', 'is not', null)
    .orderBy('run')
    .execute()
  // Later runs overwrite earlier ones.
  const latest = new Map(rows.map((row) => [row.region_id, row]))
  const crops = [...latest.values()].map((row) => ({
    blockKey: row.block_key ?? '',
    crop: { part: row.part, imageHash: row.image_hash, inkRatio: row.ink_ratio },
  }))
  const byKey = Map.groupBy(crops, ({ blockKey }) => blockKey)
  return new Map(
    [...byKey].map(([key, list]) => [
      key,
      list.map(({ crop }) => crop).sort((a, b) => a.part - b.part),
    ]),
  )
}

/** How many parts each block of the subject's answer sheet has. */
async function selectPartCounts(
  db: Db,
  examId: number,
  subjectId: number,
): Promise<Map<string, number>> {
  const sheet = await db
    .selectFrom('exam_subject')
    .innerJoin('answer_sheet', 'answer_sheet.id', 'exam_subject.sheet_id')
    .where('exam_subject.exam_id', '=', examId)
    .where('exam_subject.subject_id', '=', subjectId)
    .select('answer_sheet.template')
    .executeTakeFirst()
  const counts = new Map<string, number>()
  if (!sheet) return counts
  const template = JSON.parse(sheet.template) as Partial<OmrTemplate>
  for (const { purpose, blockKey } of (template.pages ?? []).flatMap(({ regions }) => regions))
    if (purpose === 'block' && blockKey !== null)
      counts.set(blockKey, (counts.get(blockKey) ?? 0) + 1)
  return counts
}

/** What the scans of a candidate show of each block: of the first valid sheet, the latest cut. */
export async function imagesOf(
  db: Db,
  { examId, subjectId, candidateId }: CandidateOfSubject,
): Promise<Map<string, BlockImages>> {
  const [sheet] = await selectActiveSheets(db, examId, subjectId, candidateId)
  if (!sheet) return new Map()
  const parts = await selectPartCounts(db, examId, subjectId)
  const crops = await selectCrops(db, sheet.id)
  const keys = new Set([...parts.keys(), ...crops.keys()])
  return new Map(
    [...keys].map((key) => {
      const images = crops.get(key) ?? []
      const complete = images.length > 0 && images.length >= (parts.get(key) ?? 1)
      return [key, { images, sheetId: sheet.id, complete, lost: false }]
    }),
  )
}
