import type { CropRegion, PrintedBox, TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'

/**
 * Areas that say who the candidate is, page millimetres: the handwritten name, the exam number with its
 * bubbles, every barcode.
 */
export function identityAreas(page: TemplatePage): readonly PrintedBox[] {
  const areas = known.get(page) ?? findAreas(page)
  known.set(page, areas)
  return areas
}

/** A template's areas are the same on every sheet. */
const known = new WeakMap<TemplatePage, readonly PrintedBox[]>()

function findAreas(page: TemplatePage): PrintedBox[] {
  const areas: PrintedBox[] = page.regions.filter(({ purpose }) => purpose !== 'block')
  areas.push(...page.barcodes)
  for (const field of page.fields) {
    if (field.kind !== 'examNo') continue
    const xs = field.bubbles.flatMap((b) => [b.xMm - b.widthMm / 2, b.xMm + b.widthMm / 2])
    const ys = field.bubbles.flatMap((b) => [b.yMm - b.heightMm / 2, b.yMm + b.heightMm / 2])
    const [xMm, yMm] = [Math.min(...xs), Math.min(...ys)]
    areas.push({ xMm, yMm, widthMm: Math.max(...xs) - xMm, heightMm: Math.max(...ys) - yMm })
  }
  return areas
}

/** Handwriting leaves its box and a scan lies a little off: so much more is painted over. */
const marginMm = 1.5

/**
 * Paints white, in the crop of a block, what of the candidate's identity lies inside the block's area,
 * in place. Templates in which that is more than a printing tolerance are refused when they are loaded;
 * this holds for any template, however it came here.
 */
export function hideIdentity(crop: Gray, page: TemplatePage, region: CropRegion): void {
  const scaleX = crop.width / region.widthMm
  const scaleY = crop.height / region.heightMm
  for (const area of identityAreas(page)) {
    const x = area.xMm - region.xMm
    const y = area.yMm - region.yMm
    const meets =
      x < region.widthMm && y < region.heightMm && x + area.widthMm > 0 && y + area.heightMm > 0
    // A name field beside the block, however near, leaves all of the answer to be seen.
    if (!meets) continue
    const left = Math.max(0, Math.floor((x - marginMm) * scaleX))
    const right = Math.min(crop.width, Math.ceil((x + area.widthMm + marginMm) * scaleX))
    const top = Math.max(0, Math.floor((y - marginMm) * scaleY))
    const bottom = Math.min(crop.height, Math.ceil((y + area.heightMm + marginMm) * scaleY))
    for (let row = top; row < bottom; row++) {
      crop.data.fill(255, row * crop.width + left, row * crop.width + right)
    }
  }
}
