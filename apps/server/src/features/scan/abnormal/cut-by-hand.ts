import { AppError, type OmrTemplate, type PageReading } from '@hengjuan/domain'
import { cropQuality, pageRead } from '@hengjuan/omr'
import sharp from 'sharp'
import type { Services } from '../../../services.ts'
import { placeOfPage } from '../client/prepare-sheet.ts'
import { type Box, toSheet } from '../geometry.ts'
import { type CutCrop, loadPage, readPicture } from '../page-reader.ts'

interface Cut {
  blockKey: string
  part: number
  sheetId: string
  pageSeq: number
  reading: PageReading
  box: Box
}

/** Less is a slip of the hand. */
const LEAST_PX = 16

/**
 * Cuts what a person framed on a scanned page. On a page with geometry the cut is straightened, and what it
 * shows of name, number and barcode is painted over, as with every cut; on any other it is as scanned.
 *
 * @throws AppError ABNORMAL_BOX_OUTSIDE, SCAN_IMAGE_INVALID
 */
export async function cutByHand(
  services: Services,
  template: OmrTemplate,
  cut: Cut,
): Promise<CutCrop & { strokeMm?: number | undefined }> {
  const { reading, box } = cut
  const inside =
    box.x >= 0 &&
    box.y >= 0 &&
    box.width >= LEAST_PX &&
    box.height >= LEAST_PX &&
    box.x + box.width <= reading.widthPx &&
    box.y + box.height <= reading.heightPx
  if (!inside) throw new AppError('ABNORMAL_BOX_OUTSIDE')
  const bytes = await loadPage(services.db, services, cut.sheetId, cut.pageSeq)
  return (await straight(services, template, bytes, cut)) ?? asScanned(bytes, cut)
}

async function straight(
  services: Services,
  template: OmrTemplate,
  bytes: Uint8Array,
  { blockKey, part, reading, box }: Cut,
) {
  const planned = pageRead(template, reading)
  const map = reading.registration?.homography
  if (!planned || !map || reading.status === 'rejected') return null
  const corners = [
    toSheet(map, box.x, box.y),
    toSheet(map, box.x + box.width, box.y),
    toSheet(map, box.x + box.width, box.y + box.height),
    toSheet(map, box.x, box.y + box.height),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const region = {
    id: `hand:${blockKey}:${part}`,
    purpose: 'block' as const,
    blockKey,
    part,
    framed: false,
    xMm: Math.min(...xs),
    yMm: Math.min(...ys),
    widthMm: Math.max(...xs) - Math.min(...xs),
    heightMm: Math.max(...ys) - Math.min(...ys),
  }
  const { earlier: _, ...page } = planned
  const framed: OmrTemplate = {
    ...template,
    pages: template.pages.map((one) =>
      one.page === page.page ? { ...page, regions: [region] } : one,
    ),
  }
  const fresh = await readPicture(services, bytes, framed, placeOfPage(template, reading))
  const crop = fresh.crops.find(({ regionId }) => regionId === region.id)
  const { strokeMm } = fresh.reading.regions.find(({ id }) => id === region.id) ?? {}
  return crop ? { ...crop, strokeMm } : null
}

async function asScanned(bytes: Uint8Array, { blockKey, part, reading, box }: Cut) {
  const { x: left, y: top, width, height } = box
  const turned = (360 - (reading.registration?.rotation ?? 0)) % 360
  // Turned after it was cut: one pipeline would turn first.
  const piece = await sharp(bytes).extract({ left, top, width, height }).png().toBuffer()
  const { data, info } = await sharp(piece)
    .rotate(turned)
    .grayscale()
    .jpeg({ quality: cropQuality })
    .toBuffer({ resolveWithObject: true })
  return {
    regionId: `hand:${blockKey}:${part}`,
    blockKey,
    part,
    // Nothing tells print from writing here; a person saw that there is an answer.
    inkRatio: 1,
    widthPx: info.width,
    heightPx: info.height,
    bytes: data,
  }
}
