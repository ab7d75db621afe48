import type { TemplatePage } from '@hengjuan/domain'
import type { Gray } from '../kernels/gray.ts'
import { fitHomography } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { Point } from './paper-outline.ts'
import { findPaper } from './paper-outline.ts'
import type { Placement } from './placement.ts'
import { describePlacement } from './placement.ts'
import { refineByMarks } from './refine-by-marks.ts'

/**
 * Lays a page by the paper's own corners: against a darker background, otherwise the picture is taken
 * to be cut along the paper's edge. All orientations that suit the proportions are returned, upright
 * first; the print has to decide between them.
 */
export function placeByPaper(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const paper = findPaper(gray, white)
  if (!paper) return placeByPicture(gray, page)
  return placeOnQuad(paper, page, 'paper').map((p) => refineByMarks(gray, white, page, p))
}

/** Takes the picture to be cut along the paper's edge. */
export const placeByPicture = (gray: Gray, page: TemplatePage): Placement[] =>
  placeOnQuad(pictureCorners(gray), page, 'picture')

function placeOnQuad(quad: Quad, page: TemplatePage, source: 'paper' | 'picture'): Placement[] {
  const anchors = cornersInOrder(page)
  if (!anchors) return []
  const width = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2
  const height = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2
  const upright = Math.abs(Math.log(width / height / (page.widthMm / page.heightMm)))
  const turned = Math.abs(Math.log((width / height) * (page.widthMm / page.heightMm)))
  const turns = upright <= turned + 0.1 ? [0, 2] : []
  if (turned <= upright + 0.1) turns.push(1, 3)
  return turns.flatMap((turn) => {
    const used = anchors.map((anchor, i) => {
      const corner = quad[(i + turn) % 4]!
      return { anchor, xPx: corner.x, yPx: corner.y }
    })
    const map = fitHomography(
      used.map((m) => ({
        from: { x: m.anchor.xMm, y: m.anchor.yMm },
        to: { x: m.xPx, y: m.yPx },
      })),
    )
    if (!map) return []
    const fit = { toPx: map, feed: null, model: 'projective' as const }
    return describePlacement(page, fit, used, source)
  })
}

/** Top left, top right, bottom right, bottom left; null unless there are four page corners. */
function cornersInOrder(page: TemplatePage) {
  const corners = page.anchors.filter((a) => a.kind === 'page-corner')
  if (corners.length !== 4) return null
  const byDiagonal = [...corners].sort((a, b) => a.xMm + a.yMm - (b.xMm + b.yMm))
  const [topLeft, , , bottomRight] = byDiagonal
  const [bottomLeft, topRight] = byDiagonal
    .slice(1, 3)
    .sort((a, b) => a.xMm - a.yMm - (b.xMm - b.yMm))
  return [topLeft!, topRight!, bottomRight!, bottomLeft!]
}

type Quad = [Point, Point, Point, Point]

const pictureCorners = (gray: Gray): Quad => [
  { x: 0, y: 0 },
  { x: gray.width - 1, y: 0 },
  { x: gray.width - 1, y: gray.height - 1 },
  { x: 0, y: gray.height - 1 },
]

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
