import { encodeSheetContainer, type ImageContent, type SheetContent } from '@hengjuan/contracts'
import type { Spool } from '../spool.ts'
import type { ImageRow } from '../store/image.store.ts'

export interface SheetHead {
  sheet_id: string
  exam_id: number
  subject_id: number
  batch_id: string
  batch_label: string
  station: string
  seq: number
  template_id: string
  scanned_at: string
}

/**
 * Packs a sheet for upload. The same sheet always gives the same bytes, since everything comes from
 * what is stored.
 *
 * @param images the sheet's pictures in their order
 */
export async function buildContainer(
  spool: Spool,
  head: SheetHead,
  images: readonly ImageRow[],
): Promise<{ bytes: Uint8Array; sha256: string }> {
  const content: SheetContent = { ...head, pages: [], crops: [] }
  for (const [at, image] of images.entries()) {
    const record = await spool.readPage(image.id)
    const crops = await spool.readCrops(image.id)
    const { isConverted, mime } = record.picture
    const picture: ImageContent = {
      bytes: await (isConverted ? spool.readConverted(image.id) : spool.readPicture(image.sha256)),
      mime,
      width_px: record.reading.widthPx,
      height_px: record.reading.heightPx,
    }
    content.pages.push({ seq: at + 1, reading: record.reading, image: picture })
    for (const { offset, length, width_px, height_px, ink_ratio, ...crop } of record.crops)
      content.crops.push({
        ...crop,
        page_seq: at + 1,
        ink_ratio: Math.min(1, Math.max(0, ink_ratio)),
        image: {
          bytes: crops.subarray(offset, offset + length),
          mime: 'image/jpeg',
          width_px,
          height_px,
        },
      })
  }
  return encodeSheetContainer(content)
}
