import type { CropRegion, PageReading, RegionReading, TemplatePage } from '@hengjuan/domain'
import type { SheetMap } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import { heldPage } from '../kernels/page-memory.ts'
import { warpPartsInPlace, warpQuadInPlace } from '../kernels/warp.ts'
import { feedOf, flatParts } from './bend.ts'
import { hideIdentity } from './identity-areas.ts'
import { removeLines } from './remove-lines.ts'

/** A straightened piece of the page, tones as scanned; its pixels stay valid until the next page. */
export interface RegionCrop {
  id: string
  purpose: CropRegion['purpose']
  blockKey: string | null
  part: number
  gray: Gray
}

export interface CropOptions {
  /**
   * Dots per inch of the crops, or `scan` for the scan's own; never more than the scan has. Study:
   * docs/decisions/0019-crop-format.md.
   */
  dpi?: number | 'scan'
  /** Which regions, by purpose; blocks only by default, since names must not reach markers. */
  purposes?: readonly CropRegion['purpose'][]
  /** Take frames, printed rules and composition squares off, default false; handwriting stays whole. */
  withoutLines?: boolean
}

const millimetresPerInch = 25.4
/** Legible at twice its size, and half the bytes of 300 dpi. */
const markingDpi = 200
/** JPEG quality at which strokes are as on the scan and a block of 12 cm x 5 cm stays under 40 KB. */
export const cropQuality = 60

/**
 * Cuts the template's regions straight out of the full-resolution page. Whatever of the name, the
 * exam number or a barcode lies inside a block's area is painted white. Crops lie in the page's memory:
 * they are valid as long as the page is.
 *
 * Where the paper slipped, crops follow it, so that lines stay straight and in their places: as long as the
 * reading is the one that the reader gave, since a stored one no longer knows.
 */
export function cropRegions(
  gray: Gray,
  page: TemplatePage,
  reading: Pick<PageReading, 'registration' | 'regions'>,
  options: CropOptions = {},
): RegionCrop[] {
  return plannedCrops(gray, page, reading, options).map((cut) => cut())
}

/**
 * The same crops one after the other, each in the place of the one before: a crop is valid until the next
 * one is asked for, and all of them take no more memory than the largest.
 */
export function* cropsInTurn(
  gray: Gray,
  page: TemplatePage,
  reading: Pick<PageReading, 'registration' | 'regions'>,
  options: CropOptions = {},
): Generator<RegionCrop> {
  const { memory } = heldPage(gray)
  const end = memory.reserved
  for (const cut of plannedCrops(gray, page, reading, options)) {
    yield cut()
    memory.giveBack(end)
  }
}

function plannedCrops(
  gray: Gray,
  page: TemplatePage,
  reading: Pick<PageReading, 'registration' | 'regions'>,
  options: CropOptions,
): (() => RegionCrop)[] {
  const { registration } = reading
  if (!registration) return []
  const wanted = options.purposes ?? ['block']
  const { dpi = markingDpi, withoutLines = false } = options
  const own = scanDpi(reading, page, gray)
  const used = dpi === 'scan' ? own : Math.min(dpi, own)
  const map = { toPx: registration.homography, feed: feedOf(registration) }
  return page.regions.flatMap((region) => {
    const found = reading.regions.find((r) => r.id === region.id)
    if (!found || !wanted.includes(region.purpose)) return []
    return () => {
      const crop = cutRegion(gray, map, region, found, used)
      if (withoutLines) removeLines(crop, page, region)
      // Last, so that nothing painted over can be brought back.
      if (region.purpose === 'block') hideIdentity(crop, page, region)
      const { id, purpose, blockKey, part } = region
      return { id, purpose, blockKey, part, gray: crop }
    }
  })
}

function cutRegion(
  gray: Gray,
  { toPx, feed }: SheetMap,
  region: CropRegion,
  found: RegionReading,
  dpi: number,
): Gray {
  const perMm = dpi / millimetresPerInch
  const width = Math.max(1, Math.round(region.widthMm * perMm))
  const height = Math.max(1, Math.round(region.heightMm * perMm))
  const parts = feed ? flatParts(region, found.quadPx, { toPx, feed }, width, height) : null
  return parts
    ? warpPartsInPlace(gray, parts, width, height)
    : warpQuadInPlace(gray, found.quadPx, width, height)
}

/** Resolution of the scan itself, from where a region's corners lie. */
function scanDpi(reading: Pick<PageReading, 'regions'>, page: TemplatePage, gray: Gray): number {
  for (const found of reading.regions) {
    const region = page.regions.find((r) => r.id === found.id)
    const [a, b] = found.quadPx
    if (!region || !a || !b) continue
    return (Math.hypot(b[0] - a[0], b[1] - a[1]) / region.widthMm) * millimetresPerInch
  }
  return (Math.max(gray.width, gray.height) / page.heightMm) * millimetresPerInch
}
