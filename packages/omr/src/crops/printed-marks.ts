import type { CropRegion, PrintedBox, TemplatePage } from '@hengjuan/domain'

/** Around the region's own frame and around bubbles, which a pen overflows. */
const frameMm = 0.9
/** Around printed text and lines: what alignment to the frame leaves inside an area, and blur. */
const printMm = 0.35

/**
 * What of an area cannot be the candidate's answer, in millimetres from its top left corner, grown by
 * what a scan may be off: bubbles, boxes for the marker, lines of composition grids, and what the
 * template says is printed.
 */
export function printedMarks(page: TemplatePage, region: CropRegion): PrintedBox[] {
  const { widthMm, heightMm } = region
  const marks = [
    ...page.fields.flatMap(({ bubbles }) => bubbles.map((b) => centred(b, frameMm))),
    ...(page.digitFields ?? []).flatMap(({ cells }) => cells.map((c) => centred(c, printMm))),
    ...(page.wordGrids ?? []).flatMap((grid) => gridLines(grid).map((box) => grown(box, printMm))),
    ...(region.printed ?? []).map((box) => grown(box, printMm)),
  ]
    .map((box) => ({ ...box, xMm: box.xMm - region.xMm, yMm: box.yMm - region.yMm }))
    .filter(
      (box) =>
        box.xMm < widthMm &&
        box.yMm < heightMm &&
        box.xMm + box.widthMm > 0 &&
        box.yMm + box.heightMm > 0,
    )
  const frame = (xMm: number, yMm: number, w: number, h: number): PrintedBox => ({
    xMm,
    yMm,
    widthMm: w,
    heightMm: h,
  })
  return [
    frame(0, 0, widthMm, frameMm),
    frame(0, heightMm - frameMm, widthMm, frameMm),
    frame(0, 0, frameMm, heightMm),
    frame(widthMm - frameMm, 0, frameMm, heightMm),
    ...marks,
  ]
}

type Grid = NonNullable<TemplatePage['wordGrids']>[number]

/** The lines of a composition grid as boxes without thickness, page millimetres. */
export function gridLines(grid: Grid): PrintedBox[] {
  const { xMm, columns, rows, cellWidthMm, cellHeightMm, rowPitchMm } = grid
  const widthMm = columns * cellWidthMm
  return Array.from({ length: rows }, (_, row) => grid.yMm + row * rowPitchMm).flatMap((yMm) => [
    { xMm, yMm, widthMm, heightMm: 0 },
    { xMm, yMm: yMm + cellHeightMm, widthMm, heightMm: 0 },
    ...Array.from({ length: columns + 1 }, (_, column) => ({
      xMm: xMm + column * cellWidthMm,
      yMm,
      widthMm: 0,
      heightMm: cellHeightMm,
    })),
  ])
}

const grown = (box: PrintedBox, by: number): PrintedBox => ({
  xMm: box.xMm - by,
  yMm: box.yMm - by,
  widthMm: box.widthMm + 2 * by,
  heightMm: box.heightMm + 2 * by,
})

const centred = (box: PrintedBox, by: number): PrintedBox =>
  grown({ ...box, xMm: box.xMm - box.widthMm / 2, yMm: box.yMm - box.heightMm / 2 }, by)
