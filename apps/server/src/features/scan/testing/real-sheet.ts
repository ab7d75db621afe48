import { readFile } from 'node:fs/promises'
import type { OmrTemplate, PageReading } from '@hengjuan/domain'
import { createReader, cropQuality, cropRegions } from '@hengjuan/omr'
import { ulid } from 'ulid'
import { packSheet, type PackedSheet, type ScanExam } from './scan-exam.ts'

const CASE = new URL('../../../../../../test-scans/a4-200dpi-clean/', import.meta.url)

/** What is filled in on the sheet: number 20261001, A, C and A in the first three choices. */
export const REAL_EXAM_NO = '20261001'

export const loadRealTemplate = async (): Promise<OmrTemplate> =>
  JSON.parse(await readFile(new URL('template.json', CASE), 'utf8')) as OmrTemplate

interface RealPage {
  bytes: Uint8Array
  reading: PageReading
  crops: { id: string; blockKey: string | null; part: number; bytes: Uint8Array; size: number[] }[]
}

let pages: Promise<RealPage[]> | undefined

/** Both pages as a station reads them, read once. */
export function realPages(): Promise<RealPage[]> {
  pages ??= readPages()
  return pages
}

async function readPages(): Promise<RealPage[]> {
  const template = await loadRealTemplate()
  const reader = createReader()
  const read: RealPage[] = []
  for (const name of ['scan-1.jpg', 'scan-2.jpg']) {
    const bytes = await readFile(new URL(name, CASE))
    const { reading, gray } = await reader.readPage(bytes, template)
    const page = template.pages.find((one) => one.page === reading.page)
    const crops = []
    for (const crop of page ? cropRegions(gray, page, reading) : [])
      crops.push({
        id: crop.id,
        blockKey: crop.blockKey,
        part: crop.part,
        bytes: await reader.codec.encodeJpeg(crop.gray, cropQuality),
        size: [crop.gray.width, crop.gray.height],
      })
    read.push({ bytes, reading, crops })
  }
  return read
}

/** A scanned sheet as a station would send it, with what that station's engine made of it. */
export async function packRealSheet(
  exam: ScanExam,
  given: {
    batchId?: string
    seq?: number
    misread?: (reading: PageReading) => PageReading
    /** Changes the picture of the front. */
    picture?: (bytes: Uint8Array) => Promise<Uint8Array>
  } = {},
): Promise<PackedSheet> {
  const { batchId = ulid(), seq = 1, misread = (reading) => reading, picture } = given
  const real = (await realPages()).map((page) => ({ ...page, reading: misread(page.reading) }))
  const [scanned] = real
  if (picture && scanned) scanned.bytes = await picture(scanned.bytes)
  return packSheet(exam, [], {
    template_id: (await loadRealTemplate()).id,
    batch_id: batchId,
    seq,
    pages: real.map(({ bytes, reading }, at) => ({
      seq: at + 1,
      reading,
      image: {
        bytes,
        mime: 'image/jpeg' as const,
        width_px: reading.widthPx,
        height_px: reading.heightPx,
      },
    })),
    crops: real.flatMap(({ reading, crops }, at) =>
      // Nothing is cut from a page that has no place.
      (reading.status === 'rejected' ? [] : crops).map((crop) => ({
        page_seq: at + 1,
        region_id: crop.id,
        block_key: crop.blockKey,
        part: crop.part,
        ink_ratio: reading.regions.find(({ id }) => id === crop.id)?.inkRatio ?? 0,
        image: {
          bytes: crop.bytes,
          mime: 'image/jpeg' as const,
          width_px: crop.size[0] ?? 0,
          height_px: crop.size[1] ?? 0,
        },
      })),
    ),
  })
}
