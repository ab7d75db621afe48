import { flatnessMm, type OmrTemplate, type PageReading, type TemplatePage } from '@hengjuan/domain'
import { createReaderPool, PageFileError, project, type ReaderPool } from '@hengjuan/omr'
import { StationError } from '../../bridge/station-error.ts'

/** Where a person says that an anchor lies, image pixels. */
export interface PointedAnchor {
  id: string
  x_px: number
  y_px: number
}

/** Scanners and hurried clicks bend a page by less; the same as on the server. */
const CROOKED_MM = 3

/** Reads pages again for a person who waits: one at a time, apart from those that come from the feeder. */
export class PageRereader {
  private pool: ReaderPool | null = null

  /**
   * @param hint which template page it is and where its anchors lie; nothing for the engine's own eyes
   * @throws StationError when the picture cannot be read
   */
  async read(
    bytes: () => Promise<Uint8Array>,
    template: OmrTemplate,
    hint: { page?: number; anchors?: readonly PointedAnchor[] } = {},
  ): Promise<PageReading> {
    this.pool ??= createReaderPool({ size: 1 })
    try {
      const { reading } = await this.pool.read({
        bytes,
        template,
        options: {
          crops: false,
          thumbnailPx: 0,
          ...(hint.page === undefined ? {} : { page: hint.page }),
          ...(hint.anchors === undefined
            ? {}
            : {
                anchors: hint.anchors.map(({ id, x_px, y_px }) => ({ id, xPx: x_px, yPx: y_px })),
              }),
        },
      })
      return reading
    } catch (error) {
      if (!(error instanceof PageFileError)) throw error
      throw new StationError('SCAN_IMAGE_INVALID', error.message, { cause: error })
    }
  }

  async stop(): Promise<void> {
    await this.pool?.close()
  }
}

/**
 * Four points that lie on no flat page are slips of the hand.
 *
 * @throws StationError SCAN_RELOCATE_FAILED
 */
export function refuseCrooked(page: TemplatePage, pointed: readonly PointedAnchor[]): void {
  const pairs = pointed.flatMap(({ id, x_px, y_px }) => {
    const anchor = page.anchors.find((one) => one.id === id)
    return anchor ? [{ xMm: anchor.xMm, yMm: anchor.yMm, xPx: x_px, yPx: y_px }] : []
  })
  const off = pairs.length < 4 ? Infinity : flatnessMm(pairs)
  if (off > CROOKED_MM) throw relocateFailed(off < 1000 ? off.toFixed(1) : '？')
}

/** @throws StationError SCAN_RELOCATE_FAILED when the page could not be read with the points given */
export function refuseUnread(reading: PageReading): void {
  if (reading.status !== 'rejected' && reading.page !== null) return
  throw relocateFailed(reading.registration?.residualMm.toFixed(2) ?? '？')
}

const relocateFailed = (residual: string): StationError =>
  new StationError(
    'SCAN_RELOCATE_FAILED',
    `按所选四点无法定位（偏差 ${residual} 毫米），请重新选择定位点或重新扫描`,
  )

/** The corner marks of a page, as a person would point at them. */
export const cornersOf = (page: TemplatePage) =>
  page.anchors.filter(({ role, kind }) => role === 'corner' && kind !== 'page-corner')

/** Where a reading sees the corner marks of its page. */
export const pointedBy = (reading: PageReading, page: TemplatePage): PointedAnchor[] => {
  const map = reading.registration?.homography
  if (!map) return []
  return cornersOf(page).map(({ id, xMm, yMm }) => {
    const { x, y } = project(map, xMm, yMm)
    return { id, x_px: x, y_px: y }
  })
}
