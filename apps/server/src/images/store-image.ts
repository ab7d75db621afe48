import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isoNow } from '../clock.ts'
import type { Services } from '../services.ts'

/**
 * Stores a picture where scanned images are, so that it can be shown under a signed address.
 *
 * @returns its hash; the same bytes are one picture
 */
export async function storeImage(
  { db, images, clock }: Services,
  bytes: Buffer,
  about: { mime: 'image/jpeg' | 'image/webp'; width_px: number; height_px: number },
): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  await images.put(Readable.from([bytes]), hash, bytes.length)
  await db
    .insertInto('image')
    .values({
      hash,
      object_hash: hash,
      byte_offset: 0,
      byte_length: bytes.length,
      ...about,
      created_at: isoNow(clock),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return hash
}
