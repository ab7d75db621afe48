import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '@hengjuan/db'
import sharp from 'sharp'
import type { Services } from '../../../services.ts'

interface Unit {
  id: number
  block_id: number
  candidate_id: number
}

/** Every answer of a subject gets a picture that no other has. */
export async function seedPictures(
  { db, images }: Services,
  examId: number,
  subjectId: number,
): Promise<Unit[]> {
  const units = await db
    .selectFrom('unit')
    .where('exam_id', '=', examId)
    .where('subject_id', '=', subjectId)
    .select(['id', 'block_id', 'candidate_id'])
    .execute()
  for (const { id } of units) {
    const size = { width: 300 + id, height: 80 }
    const bytes = await sharp({ create: { ...size, channels: 3, background: '#ddd' } })
      .jpeg()
      .toBuffer()
    const hash = createHash('sha256').update(bytes).digest('hex')
    await images.put(Readable.from([bytes]), hash, 1_000_000)
    await db
      .insertInto('image')
      .values({
        hash,
        object_hash: hash,
        byte_offset: 0,
        byte_length: bytes.length,
        mime: 'image/jpeg',
        width_px: size.width,
        height_px: size.height,
        created_at: '2026-11-01T00:00:00.000Z',
      })
      .execute()
    await db
      .updateTable('unit')
      .set({ images: JSON.stringify([hash]) })
      .where('id', '=', id)
      .execute()
  }
  return units
}

/** Somebody reported that a paper speaks of danger. */
export const seedDanger = (db: Db, { id, block_id }: Unit) =>
  db
    .insertInto('problem_paper')
    .values({
      unit_id: id,
      block_id,
      reason: 'emotional_or_risk',
      text: '',
      raised_by: null,
      raised_at: '2026-11-20T00:00:00.000Z',
      flags: '[]',
    })
    .execute()
