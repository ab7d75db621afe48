import type { RegionReading, TemplatePage, WordGrid, WordGridReading } from '@hengjuan/domain'
import type { Quad } from '../align/align-frame.ts'
import type { InkView } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { InkMask } from '../crops/ink-mask.ts'
import { dotsPerMm, inkMask } from '../crops/ink-mask.ts'
import { fitHomography, project } from '../kernels/homography.ts'
import { cellWriting } from './cell-writing.ts'

/** Looked at around the grid, so that its outer lines are found: a scan lies a little off. */
const marginMm = 1
/** Dots on either side of a printed line that belong to it. */
const lineDots = 2
/** Fewer dots in a cell are dust; a full stop has more. */
const leastDots = 4
/** Less ink than this is a punctuation mark, which never stands far from other writing. */
const smallDots = 12
/** Cells that may be left empty before a punctuation mark. */
const leastGap = 2

/**
 * Counts the written cells of every composition grid of a page.
 *
 * @param regions the answer areas as read, whose frames say where the grids lie
 */
export function countWords(
  view: InkView,
  page: TemplatePage,
  regions: readonly RegionReading[],
): WordGridReading[] {
  return (page.wordGrids ?? []).map((grid) => {
    const area = {
      xMm: grid.xMm - marginMm,
      yMm: grid.yMm - marginMm,
      widthMm: grid.columns * grid.cellWidthMm + 2 * marginMm,
      heightMm: (grid.rows - 1) * grid.rowPitchMm + grid.cellHeightMm + 2 * marginMm,
    }
    const mask = inkMask(view, area, quadOf(view, page, grid, area, regions))
    const ink = Array.from({ length: grid.rows }, (_, row) => inkOfRow(mask, grid, row)).flat()
    const written = ink.map((dots, cell) => isWritten(dots, cell, ink))
    const last = written.lastIndexOf(true)
    const { id, blockKey, part } = grid
    return {
      id,
      blockKey,
      part,
      writtenCells: written.filter(Boolean).length,
      characters: last + 1,
      lastRow: Math.ceil((last + 1) / grid.columns),
    }
  })
}

/** A single small mark far from all other writing is dirt, and would stretch the count to where it lies. */
function isWritten(dots: number, cell: number, ink: readonly number[]): boolean {
  if (dots < leastDots) return false
  if (dots >= smallDots) return true
  return ink.slice(Math.max(0, cell - leastGap - 1), cell).some((before) => before >= smallDots)
}

/** Where the area lies in the picture: by the printed frame around it, or else by the page's geometry. */
function quadOf(
  view: InkView,
  page: TemplatePage,
  grid: WordGrid,
  area: { xMm: number; yMm: number; widthMm: number; heightMm: number },
  regions: readonly RegionReading[],
): Quad {
  const region = page.regions.find(
    (one) => one.purpose === 'block' && one.blockKey === grid.blockKey && one.part === grid.part,
  )
  const found = region && regions.find(({ id }) => id === region.id)
  const corners = (box: typeof area) => [
    { x: box.xMm, y: box.yMm },
    { x: box.xMm + box.widthMm, y: box.yMm },
    { x: box.xMm + box.widthMm, y: box.yMm + box.heightMm },
    { x: box.xMm, y: box.yMm + box.heightMm },
  ]
  const framed =
    region &&
    found &&
    fitHomography(
      corners(region).map((from, i) => {
        const [x, y] = found.quadPx[i]!
        return { from, to: { x, y } }
      }),
    )
  return corners(area).map(({ x, y }) => {
    const at = framed ? project(framed, x, y) : projectSheet(view, x, y)
    return [at.x, at.y]
  }) as Quad
}

/** Dots of writing in each cell of a row, after moving onto the row's printed lines. */
function inkOfRow(mask: InkMask, grid: WordGrid, row: number): number[] {
  const cellWidth = grid.cellWidthMm * dotsPerMm
  const cellHeight = grid.cellHeightMm * dotsPerMm
  const left = marginMm * dotsPerMm
  const top = (marginMm + row * grid.rowPitchMm) * dotsPerMm
  const columns = Array.from({ length: grid.columns + 1 }, (_, i) => left + i * cellWidth)
  const right = left + grid.columns * cellWidth
  const dy = bestShift((shift) =>
    [top, top + cellHeight].reduce(
      (sum, y) => sum + darkAcross(mask, Math.round(y + shift), left, right),
      0,
    ),
  )
  const dx = bestShift((shift) =>
    columns.reduce(
      (sum, x) => sum + darkDown(mask, Math.round(x + shift), top + dy, top + dy + cellHeight),
      0,
    ),
  )
  return columns.slice(0, -1).map((x, i) =>
    cellWriting(mask, {
      left: Math.round(x + dx) + lineDots,
      right: Math.round(columns[i + 1]! + dx) - lineDots + 1,
      top: Math.round(top + dy) + lineDots,
      bottom: Math.round(top + dy + cellHeight) - lineDots + 1,
    }),
  )
}

/** The shift, in dots, at which the most lines are met; the smaller of two equal ones. */
function bestShift(darkAt: (shift: number) => number): number {
  const reach = Math.round(marginMm * dotsPerMm) - 1
  let best = { shift: 0, dark: darkAt(0) }
  for (let step = 1; step <= reach; step++) {
    for (const shift of [step, -step]) {
      const dark = darkAt(shift)
      if (dark > best.dark * 1.02) best = { shift, dark }
    }
  }
  return best.shift
}

function darkAcross({ data, width, height }: InkMask, y: number, from: number, until: number) {
  if (y < 0 || y >= height) return 0
  let dark = 0
  const end = Math.min(width, Math.round(until))
  for (let x = Math.max(0, Math.round(from)); x < end; x++) dark += data[y * width + x]!
  return dark
}

function darkDown({ data, width, height }: InkMask, x: number, from: number, until: number) {
  if (x < 0 || x >= width) return 0
  let dark = 0
  const end = Math.min(height, Math.round(until))
  for (let y = Math.max(0, Math.round(from)); y < end; y++) dark += data[y * width + x]!
  return dark
}
