import type { CropRegion, PageReading, RegionReading, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { warpQuad } from '../kernels/warp.ts'

/** A straightened piece of the page. */
export interface RegionCrop {
  id: string
  purpose: CropRegion['purpose']
  blockKey: string | null
  part: number
  gray: Gray
}

export interface CropOptions {
  /** Dots per inch of the crops; the scan's own resolution when that is lower. */
  dpi?: number
  /** Which regions, by purpose; blocks only by default, since names must not reach markers. */
  purposes?: readonly CropRegion['purpose'][]
}

const millimetresPerInch = 25.4

/**
 * Cuts the template's regions straight out of the full-resolution page. Whatever of the name, the
 * exam number or a barcode lies inside a block's area is painted white.
 */
export function cropRegions(
  gray: Gray,
  page: TemplatePage,
  reading: Pick<PageReading, 'registration' | 'regions'>,
  options: CropOptions = {},
): RegionCrop[] {
  const { registration } = reading
  if (!registration) return []
  const wanted = options.purposes ?? ['block']
  const dpi = Math.min(options.dpi ?? 200, scanDpi(reading, page, gray))
  return page.regions.flatMap((region) => {
    if (!wanted.includes(region.purpose)) return []
    const found = reading.regions.find((r) => r.id === region.id)
    if (!found) return []
    const crop = cutRegion(gray, region, found, dpi)
    if (region.purpose === 'block') hideIdentity(crop, page, region)
    const { id, purpose, blockKey, part } = region
    return { id, purpose, blockKey, part, gray: crop }
  })
}

function cutRegion(gray: Gray, region: CropRegion, found: RegionReading, dpi: number): Gray {
  const perMm = dpi / millimetresPerInch
  const width = Math.max(1, Math.round(region.widthMm * perMm))
  const height = Math.max(1, Math.round(region.heightMm * perMm))
  return warpQuad(gray, found.quadPx, width, height)
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

interface Box {
  xMm: number
  yMm: number
  widthMm: number
  heightMm: number
}

/** Areas that say who the candidate is. */
export function identityAreas(page: TemplatePage): Box[] {
  const areas: Box[] = page.regions.filter((r) => r.purpose === 'name' || r.purpose === 'barcode')
  areas.push(...page.barcodes.filter((b) => b.purpose === 'examNo'))
  for (const field of page.fields) {
    if (field.kind !== 'examNo') continue
    const xs = field.bubbles.flatMap((b) => [b.xMm - b.widthMm / 2, b.xMm + b.widthMm / 2])
    const ys = field.bubbles.flatMap((b) => [b.yMm - b.heightMm / 2, b.yMm + b.heightMm / 2])
    const [xMm, yMm] = [Math.min(...xs), Math.min(...ys)]
    areas.push({ xMm, yMm, widthMm: Math.max(...xs) - xMm, heightMm: Math.max(...ys) - yMm })
  }
  return areas
}

function hideIdentity(crop: Gray, page: TemplatePage, region: CropRegion): void {
  const scaleX = crop.width / region.widthMm
  const scaleY = crop.height / region.heightMm
  for (const area of identityAreas(page)) {
    const left = Math.max(0, Math.floor((area.xMm - region.xMm) * scaleX))
    const right = Math.min(crop.width, Math.ceil((area.xMm + area.widthMm - region.xMm) * scaleX))
    const top = Math.max(0, Math.floor((area.yMm - region.yMm) * scaleY))
    const bottom = Math.min(
      crop.height,
      Math.ceil((area.yMm + area.heightMm - region.yMm) * scaleY),
    )
    if (right <= left) continue
    for (let y = top; y < bottom; y++) {
      crop.data.fill(255, y * crop.width + left, y * crop.width + right)
    }
  }
}
