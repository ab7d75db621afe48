import type { CropRegion } from '@hengjuan/domain'
import type { GreyPage } from './raster.ts'
import { fillBox } from './raster.ts'

/** Side of a stamp's cell and its white surroundings, millimetres: 4.7 pixels at 200 dpi. */
const CELL_MM = 0.6
const QUIET_MM = 1.8
/** Away from the corners of the paper, which get folded and torn: right of the middle. */
const PLACE_X = 0.6
/** Away from the printed frame. */
const INSET_MM = 1.5
const INK = 45
const PAPER = 252

/**
 * Draws a candidate's stamp into every part of an answer area, where it fits.
 *
 * A stamp is a square of dark cells (a QR code, say) that lets a simulated reader tell from a crop alone
 * whose answer it shows.
 */
export function drawStamps(
  page: GreyPage,
  regions: readonly CropRegion[],
  stamps: Readonly<Record<string, readonly (readonly boolean[])[]>>,
): void {
  for (const region of regions) {
    const cells = region.blockKey === null ? undefined : stamps[region.blockKey]
    if (!cells) continue
    const side = cells.length * CELL_MM
    const outer = side + 2 * QUIET_MM
    const fits = region.heightMm >= outer + 2 * INSET_MM && region.widthMm >= outer + 2 * INSET_MM
    if (!fits) continue
    const xMm = region.xMm + (region.widthMm - outer) * PLACE_X
    const yMm = region.yMm + (region.heightMm - outer) / 2
    fillBox(page, { xMm, yMm, widthMm: outer, heightMm: outer }, PAPER)
    for (const [row, line] of cells.entries())
      for (const [column, dark] of line.entries())
        if (dark)
          fillBox(
            page,
            {
              xMm: xMm + QUIET_MM + column * CELL_MM,
              yMm: yMm + QUIET_MM + row * CELL_MM,
              widthMm: CELL_MM,
              heightMm: CELL_MM,
            },
            INK,
          )
  }
}
