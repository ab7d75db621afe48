import type { CropRegion, PrintedBox } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { makeWhiteMap, paperAt } from '../kernels/white-map.ts'

/** Edge of the squares that print is told in: as fine as a pen's gap in printed text. */
const cellMm = 1
/** What may be printed so far outside its square on the next print and scan. */
const reachMm = 0.4
/** Darker than this share of the local paper is print, not paper or shading. */
const printLevel = 0.75

type Area = Pick<CropRegion, 'xMm' | 'yMm' | 'widthMm' | 'heightMm'>

/**
 * What is printed inside an area, from a picture of the empty page: boxes that cover the print and leave
 * free what lies between words and lines, so that an answer given there is seen.
 *
 * @param gray the page laid straight; its top left corner is that of the paper
 * @param area millimetres on the page
 * @returns boxes on the page, none outside the area
 * @source domain rules 6.1 (ink after the printed template is taken off)
 */
export function findPrint(gray: Gray, pxPerMm: number, area: Area): PrintedBox[] {
  const columns = Math.ceil(area.widthMm / cellMm)
  const rows = Math.ceil(area.heightMm / cellMm)
  const isPrint = printCells(gray, pxPerMm, area, columns, rows)
  const boxes: PrintedBox[] = []
  /** Boxes that end in the row before, by their stretch. */
  let open = new Map<string, PrintedBox>()
  for (let row = 0; row < rows; row++) {
    const next = new Map<string, PrintedBox>()
    for (let from = 0; from < columns; from++) {
      if (!isPrint[row * columns + from]) continue
      let end = from
      while (end < columns && isPrint[row * columns + end]) end++
      const stretch = `${from} ${end}`
      const box = open.get(stretch) ?? {
        xMm: rounded(area.xMm + from * cellMm),
        yMm: rounded(area.yMm + row * cellMm),
        widthMm: rounded(Math.min(end * cellMm, area.widthMm) - from * cellMm),
        heightMm: 0,
      }
      if (box.heightMm === 0) boxes.push(box)
      box.heightMm = rounded(
        Math.min((row + 1) * cellMm, area.heightMm) - rounded(box.yMm - area.yMm),
      )
      next.set(stretch, box)
      from = end
    }
    open = next
  }
  return boxes
}

/** Which squares of an area are printed on, or so nearly that the next print may be. */
function printCells(
  gray: Gray,
  pxPerMm: number,
  area: Area,
  columns: number,
  rows: number,
): Uint8Array {
  const white = makeWhiteMap(gray)
  const cells = new Uint8Array(columns * rows)
  const cellAt = (mm: number, most: number) =>
    Math.min(most, Math.max(0, Math.floor(mm / cellMm + 1e-9)))
  const pixel = (mm: number, most: number) => Math.min(most, Math.max(0, Math.round(mm * pxPerMm)))
  const bottom = pixel(area.yMm + area.heightMm + reachMm, gray.height)
  const right = pixel(area.xMm + area.widthMm + reachMm, gray.width)
  for (let y = pixel(area.yMm - reachMm, gray.height); y < bottom; y++) {
    for (let x = pixel(area.xMm - reachMm, gray.width); x < right; x++) {
      if (gray.data[y * gray.width + x]! >= paperAt(white, x, y) * printLevel) continue
      const xMm = (x + 0.5) / pxPerMm - area.xMm
      const yMm = (y + 0.5) / pxPerMm - area.yMm
      const last = cellAt(xMm + reachMm, columns - 1)
      for (let row = cellAt(yMm - reachMm, rows - 1); row <= cellAt(yMm + reachMm, rows - 1); row++)
        for (let column = cellAt(xMm - reachMm, columns - 1); column <= last; column++)
          cells[row * columns + column] = 1
    }
  }
  return cells
}

const rounded = (mm: number) => Math.round(mm * 100) / 100
