import type { PictureKind } from '../bridge/station-api.ts'
import type { StationContext } from './context.ts'
import type { StationPicture } from './station.ts'
import { findImage } from './store/image.store.ts'

/** A picture for the screen, decrypted; null when there is none, or no longer. */
export async function readPicture(
  { db, spool }: StationContext,
  imageId: string,
  kind: PictureKind,
): Promise<StationPicture | null> {
  const image = findImage(db, imageId)
  if (!image?.mime) return null
  try {
    if (kind === 'thumb') return { bytes: await spool.readThumb(imageId), mime: 'image/jpeg' }
    const converted = await spool.readConverted(imageId).catch(nullWhenMissing)
    return { bytes: converted ?? (await spool.readPicture(image.sha256)), mime: image.mime }
  } catch (error) {
    return nullWhenMissing(error)
  }
}

function nullWhenMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
