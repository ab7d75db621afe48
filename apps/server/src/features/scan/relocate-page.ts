import { AppError, flatnessMm, type TemplatePage } from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { requireTemplate, type Scope } from './facts.query.ts'
import { loadPage, readPicture, type Reread } from './page-reader.ts'
import { requireSheet } from './sheet.query.ts'

/** Where a person says that printed anchors lie, image pixels. */
export interface ClickedAnchor {
  id: string
  x_px: number
  y_px: number
}

interface Relocation extends Scope {
  sheetId: string
  pageSeq: number
  page: number
  anchors: readonly ClickedAnchor[]
}

/**
 * Reads a stored page again with the geometry that a person pointed out, and cuts its answer areas.
 *
 * @throws AppError SCAN_SHEET_NOT_FOUND, SCAN_IMAGE_INVALID, SCAN_RELOCATE_FAILED
 */
export async function rereadPage(services: Services, given: Relocation): Promise<Reread> {
  const { db } = services
  await requireSheet(db, given, given.sheetId)
  const { template } = await requireTemplate(db, given)
  const planned = template.pages.find(({ page }) => page === given.page)
  if (!planned) throw new AppError('SCAN_SHEET_NOT_FOUND')
  refuseIfCrooked(planned, given.anchors)
  const bytes = await loadPage(db, services, given.sheetId, given.pageSeq)
  const reread = await readPicture(services, bytes, template, {
    page: given.page,
    anchors: given.anchors.map(({ id, x_px, y_px }) => ({ id, xPx: x_px, yPx: y_px })),
  })
  const { reading } = reread
  if (reading.status === 'rejected' || reading.page === null)
    throw new AppError('SCAN_RELOCATE_FAILED', {
      residual: reading.registration?.residualMm.toFixed(2) ?? '？',
    })
  return reread
}

/** Scanners and hurried clicks bend a page by less. */
const CROOKED_MM = 3

/** Four points that lie on no flat page are slips of the hand. */
function refuseIfCrooked(page: TemplatePage, clicked: readonly ClickedAnchor[]): void {
  const pairs = clicked.flatMap(({ id, x_px, y_px }) => {
    const anchor = page.anchors.find((one) => one.id === id)
    return anchor ? [{ xMm: anchor.xMm, yMm: anchor.yMm, xPx: x_px, yPx: y_px }] : []
  })
  const off = pairs.length < 4 ? Infinity : flatnessMm(pairs)
  if (off > CROOKED_MM)
    throw new AppError('SCAN_RELOCATE_FAILED', { residual: off < 1000 ? off.toFixed(1) : '？' })
}
