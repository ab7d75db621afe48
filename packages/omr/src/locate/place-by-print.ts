import type { TemplatePage } from '@hengjuan/domain'
import type { InkView } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { compose, fitHomography, solve } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { locateRoughly } from './locate-page.ts'
import { findPaper } from './paper-outline.ts'
import type { MapFit, Placement } from './placement.ts'
import { describePlacement } from './placement.ts'
import type { PrintLine } from './print-lines.ts'
import { lineOffset, printLines } from './print-lines.ts'

/** The search narrows as the page falls into place. */
const reachesMm = [3, 2, 1, 0.6]
/** Share of the printed lines that must be met in the end, and their mean misfit. */
const leastSeen = 0.8
const mostMisfitMm = 0.2
/** With fewer lines in the picture nothing is sure. */
const leastLines = 10

/**
 * Lays a page whose marks do not suffice by what else is printed on it: frames and rows of bubbles. Two
 * marks, or else the paper's or the picture's edge, say about where; only a sheet that carries a page code
 * is placed in this way, since the code must confirm it.
 */
export function placeByPrint(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const lines = printLines(page)
  const isMeasurable = (['x', 'y'] as const).every(
    (axis) => lines.filter((line) => line.axis === axis).length >= 4,
  )
  if (!page.pageCode || !isMeasurable) return []
  const rough = [...locateRoughly(gray, white, page), ...byEdges(gray, white, page)]
  return rough.flatMap((start) => settleOnPrint(gray, white, page, lines, start) ?? []).slice(0, 4)
}

/** The sheet's corners on those of the paper or the picture, in every turn that suits the proportions. */
function byEdges(gray: Gray, white: WhiteMap, page: TemplatePage): Placement[] {
  const paper = findPaper(gray, white)
  const picture = [
    { x: 0, y: 0 },
    { x: gray.width, y: 0 },
    { x: gray.width, y: gray.height },
    { x: 0, y: gray.height },
  ]
  const { widthMm, heightMm } = page
  const sheet = [
    { x: 0, y: 0 },
    { x: widthMm, y: 0 },
    { x: widthMm, y: heightMm },
    { x: 0, y: heightMm },
  ]
  return (paper ? [paper, picture] : [picture]).flatMap((quad) =>
    [0, 1, 2, 3].flatMap((turn) => {
      const map = fitHomography(sheet.map((from, i) => ({ from, to: quad[(i + turn) % 4]! })))
      if (!map) return []
      const fit: MapFit = { toPx: map, feed: null, model: 'affine' }
      const placement = describePlacement(page, fit, [], 'print')
      const [a, b, , d, e] = map as number[] as [number, number, number, number, number]
      const stretch = Math.hypot(a, d) / Math.hypot(b, e)
      return Math.abs(Math.log(stretch)) < 0.12 ? [placement] : []
    }),
  )
}

function settleOnPrint(
  gray: Gray,
  white: WhiteMap,
  page: TemplatePage,
  lines: readonly PrintLine[],
  start: Placement,
): Placement | null {
  let toPx = start.toPx
  let seen = 0
  let misfit = Infinity
  for (const reachMm of reachesMm) {
    const view: InkView = { gray, white, toPx, inkShare: white.inkShare }
    const met = lines.flatMap((line) => {
      const offset = lineOffset(view, line, reachMm)
      return offset === null ? [] : [{ line, offset }]
    })
    seen = met.length / Math.max(leastLines, lines.filter((line) => isInPicture(view, line)).length)
    if (seen < leastSeen / 2) return null
    misfit = Math.sqrt(met.reduce((sum, m) => sum + m.offset ** 2, 0) / met.length)
    const correction = correctionOf(met)
    if (!correction) return null
    toPx = compose(correction, toPx)
  }
  if (seen < leastSeen || misfit > mostMisfitMm) return null
  const found = start.anchors.filter((a) => a.found)
  const placement = describePlacement(page, { toPx, feed: null, model: 'affine' }, found, 'print')
  // The print is what it rests on: its misfit is the residual, with that of the marks there are.
  return { ...placement, residualMm: Math.max(placement.residualMm, misfit) }
}

const isInPicture = (view: InkView, { points }: PrintLine) =>
  points.every(({ xMm, yMm }) => {
    const { x, y } = projectSheet(view, xMm, yMm)
    return x >= 0 && y >= 0 && x < view.gray.width && y < view.gray.height
  })

interface Met {
  line: PrintLine
  offset: number
}

/** The affine map of the sheet onto itself that takes every line to where it was met. */
function correctionOf(met: readonly Met[]): Homography | null {
  const dx = planeThrough(met.filter((m) => m.line.axis === 'x'))
  const dy = planeThrough(met.filter((m) => m.line.axis === 'y'))
  if (!dx || !dy) return null
  return [1 + dx[1]!, dx[2]!, dx[0]!, dy[1]!, 1 + dy[2]!, dy[0]!, 0, 0, 1]
}

/** Offset as a plane over the sheet, least squares, three times with outliers counting less. */
function planeThrough(met: readonly Met[]): number[] | null {
  if (met.length < 3) return null
  const places = met.map(({ line }) => {
    const n = line.points.length
    return {
      x: line.points.reduce((sum, p) => sum + p.xMm, 0) / n,
      y: line.points.reduce((sum, p) => sum + p.yMm, 0) / n,
    }
  })
  let weights = met.map(() => 1)
  let plane: number[] | null = null
  for (let round = 0; round < 3; round++) {
    const normal = Array.from({ length: 3 }, () => new Float64Array(4))
    met.forEach(({ offset }, k) => {
      const terms = [1, places[k]!.x, places[k]!.y]
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) normal[i]![j]! += weights[k]! * terms[i]! * terms[j]!
        normal[i]![3]! += weights[k]! * terms[i]! * offset
      }
    })
    plane = solve(normal)
    if (!plane) return null
    const [a, b, c] = plane as [number, number, number]
    weights = met.map(({ offset }, k) => {
      const off = offset - (a + b * places[k]!.x + c * places[k]!.y)
      return 1 / (1 + (off / 0.3) ** 2)
    })
  }
  return plane
}
