import { ulid } from 'ulid'
import type { Services } from '../../../services.ts'

export const SUBJECT = 2
export const AT = '2026-11-20T00:00:00.000Z'

/** A sheet of a candidate with the crop of the block. @returns its id */
export async function seedSheet(
  { db }: Services,
  examId: number,
  candidateId: number,
  imageHash = 'a'.repeat(64),
  inkRatio = 0.05,
): Promise<string> {
  const batch = await db.selectFrom('scan_batch').select('id').executeTakeFirstOrThrow()
  const id = ulid()
  await db
    .insertInto('scan_sheet')
    .values({
      id,
      exam_id: examId,
      subject_id: SUBJECT,
      batch_id: batch.id,
      seq: candidateId,
      content_hash: id,
      machine_exam_no: null,
      candidate_id: candidateId,
      identity_source: 'bubbles',
      state: 'active',
      void_reason: null,
      received_at: AT,
      version: 1,
    })
    .execute()
  await seedCrop(db, id, imageHash, 1, inkRatio)
  return id
}

export async function seedCrop(
  db: Services['db'],
  sheetId: string,
  imageHash: string,
  run: number,
  inkRatio = 0.05,
): Promise<void> {
  await db
    .insertInto('sheet_crop')
    .values({
      sheet_id: sheetId,
      page_seq: 1,
      region_id: 'block:17:0',
      block_key: '17',
      part: 0,
      image_hash: imageHash,
      width_px: 800,
      height_px: 300,
      ink_ratio: inkRatio,
      run,
    })
    .execute()
}
