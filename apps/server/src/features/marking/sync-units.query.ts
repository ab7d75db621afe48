import type { Db } from '@hengjuan/db'
import type { OmrTemplate } from '@hengjuan/domain'

export interface Crop {
  part: number
  imageHash: string
  inkRatio: number
}

/** A candidate in a subject with attendance and answers; absent when not registered there. */
export const findCandidate = (db: Db, examId: number, subjectId: number, candidateId: number) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.candidate_id', '=', candidateId)
    .select(['candidate.class_id', 'candidate_subject.attendance', 'candidate_subject.answers'])
    .executeTakeFirst()

/** Valid sheets of a candidate in a subject, the first received first. */
export const selectActiveSheets = (
  db: Db,
  examId: number,
  subjectId: number,
  candidateId: number,
) =>
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
export async function selectCrops(db: Db, sheetId: string): Promise<Map<string, Crop[]>> {
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
export async function selectPartCounts(
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

export const selectBlockIds = (db: Db, examId: number, subjectId: number) =>
  db
    .selectFrom('block')
    .select(['id', 'block_key'])
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .orderBy('sort')
    .execute()

export const findUnitOf = (db: Db, blockId: number, candidateId: number) =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('block_id', '=', blockId)
    .where('candidate_id', '=', candidateId)
    .executeTakeFirst()

export async function isSecretCodeTaken(db: Db, blockId: number, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('unit')
    .select('id')
    .where('block_id', '=', blockId)
    .where('secret_code', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

/** Has anybody given a score that still counts? */
export async function hasScoredReading(db: Db, unitId: number): Promise<boolean> {
  const row = await db
    .selectFrom('reading')
    .select('id')
    .where('unit_id', '=', unitId)
    .where('state', 'in', ['submitted', 'rejected'])
    .executeTakeFirst()
  return row !== undefined
}
