import { readDib } from './dib.ts'
import type { ImageInfo } from './image-info.ts'
import { getPointer } from './layouts.ts'
import { readMemory } from './native-memory.ts'
import type { RawPicture } from './raw-picture.ts'
import { checkRows, failure, type TransferWatch } from './read-strips.ts'
import { takeTurns, type TwainSession } from './session.ts'
import { readTiff } from './tiff.ts'
import { DAT, DG, MSG, RC } from './triplets.ts'

/** Bytes of native memory at an offset. */
export type ReadAt = (offset: number, length: number) => Buffer

/**
 * Fetches the image that is ready in one piece: a bitmap of Windows there, a TIFF file elsewhere. Nothing
 * else runs in the meantime.
 *
 * @throws ScanError SHORT_PAGE when fewer rows came than were announced, or what the source says
 */
export async function readNative(
  session: TwainSession,
  info: ImageInfo,
  watch: TransferWatch,
): Promise<RawPicture> {
  const place = Buffer.alloc(8)
  const rc = session.call(DG.image, DAT.imageNativeXfer, MSG.get, place)
  if (rc === RC.xferDone || rc === RC.cancel) session.begun()
  const handle = getPointer(place, 0)
  const { memory } = session.manager
  try {
    if (rc !== RC.xferDone || handle === 0n) throw failure(session, rc, 0)
    const pointer = memory.lock(handle)
    const read: ReadAt = (offset, length) => readMemory(pointer, offset, length)
    const picture = process.platform === 'win32' ? readDib(read) : readTiff(read)
    checkRows(session, info, picture.height)
    watch.onRows(picture.height)
    await takeTurns()
    return picture
  } finally {
    // The image is ours now.
    if (handle !== 0n) {
      memory.unlock(handle)
      memory.free(handle)
    }
  }
}
