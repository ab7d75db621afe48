import { pictureFormat } from './picture-format.ts'
import { asPageFileError, loadSharp } from './sharp-codec.ts'
import { tiffPages } from './tiff-pages.ts'

/** How many scanned pages a file holds: more than one only in TIFF files. */
export const countPages = (bytes: Uint8Array): number =>
  pictureFormat(bytes) === 'tiff' ? tiffPages(bytes).length : 1

/**
 * Takes one page out of a multi-page TIFF, as a file of its own and without loss.
 *
 * @param index 0 for the first page
 * @throws PageFileError
 */
export async function extractPage(bytes: Uint8Array, index: number): Promise<Uint8Array> {
  const page = tiffPages(bytes)[index]
  if (page === undefined) throw new RangeError(`the file has no page ${index}`)
  const sharp = await loadSharp()
  try {
    return await sharp(bytes, { page, failOn: 'error' })
      .keepExif()
      .png({ compressionLevel: 1 })
      .toBuffer()
  } catch (cause) {
    throw asPageFileError(cause)
  }
}
