import type { TemplateAnchor, TemplatePage } from '@hengjuan/domain'
import type { FeedCurve } from '../align/feed-curve.ts'
import type { SheetMap } from '../align/ink-view.ts'
import { projectSheet } from '../align/ink-view.ts'
import type { Homography } from '../kernels/homography.ts'
import { jacobian } from '../kernels/homography.ts'

/** A printed mark and where it was found. */
export interface Match {
  anchor: TemplateAnchor
  xPx: number
  yPx: number
}

export interface FoundAnchor extends Match {
  found: boolean
  errorMm: number
}

/** How freely the map was fitted: the fewer marks, the stiffer. */
export type MapModel = 'projective' | 'affine' | 'similarity'

/** Where a page lies in the picture. */
export interface Placement extends SheetMap {
  /** Sheet millimetres to pixels, the best flat page. */
  toPx: Homography
  /** What uneven feed adds to it; null where the paper was fed evenly. */
  feed: FeedCurve | null
  model: MapModel
  rotation: 0 | 90 | 180 | 270
  skewDeg: number
  pxPerMm: number
  anchors: FoundAnchor[]
  corners: number
  /** Root mean square over the anchors that were used, after the feed's correction. */
  residualMm: number
  /** Where the geometry comes from: printed marks, the paper's edge, the picture's edge, or the print itself. */
  source: 'marks' | 'paper' | 'picture' | 'print'
  /** Higher is better; one more anchor is worth 1. */
  score: number
}

/** A map, and how it was come by. */
export interface MapFit extends SheetMap {
  toPx: Homography
  feed: FeedCurve | null
  model: MapModel
}

/** Puts a map and the anchors behind it into one record. */
export function describePlacement(
  page: TemplatePage,
  fit: MapFit,
  used: readonly Match[],
  source: Placement['source'],
): Placement {
  const anchors = page.anchors.map((anchor): FoundAnchor => {
    const match = used.find((m) => m.anchor === anchor)
    const at = projectSheet(fit, anchor.xMm, anchor.yMm)
    return {
      anchor,
      found: match !== undefined,
      xPx: match?.xPx ?? at.x,
      yPx: match?.yPx ?? at.y,
      errorMm: match ? errorMm(fit, match) : 0,
    }
  })
  const residualMm = rmsMm(fit, used)
  const degrees = (Math.atan2(fit.toPx[3]!, fit.toPx[0]!) * 180) / Math.PI
  const quarters = Math.round(degrees / 90)
  return {
    toPx: fit.toPx,
    feed: fit.feed,
    model: fit.model,
    rotation: ((((quarters * 90) % 360) + 360) % 360) as Placement['rotation'],
    skewDeg: degrees - 90 * quarters,
    pxPerMm: scaleAt(fit.toPx, page.widthMm / 2, page.heightMm / 2),
    anchors,
    corners: used.filter((m) => m.anchor.role === 'corner').length,
    residualMm,
    source,
    score: used.length - Math.min(2, residualMm),
  }
}

/** The same page, of which the print told how the paper slipped. */
export function followedPlacement(placement: Placement, feed: FeedCurve): Placement {
  const map: SheetMap = { toPx: placement.toPx, feed }
  const used = placement.anchors.filter((a) => a.found)
  const anchors = placement.anchors.map((a) => {
    if (a.found) return { ...a, errorMm: errorMm(map, a) }
    const at = projectSheet(map, a.anchor.xMm, a.anchor.yMm)
    return { ...a, xPx: at.x, yPx: at.y }
  })
  return { ...placement, feed, anchors, residualMm: rmsMm(map, used) }
}

/** Pixels per millimetre at a sheet point. */
export function scaleAt(map: Homography, xMm: number, yMm: number): number {
  const j = jacobian(map, xMm, yMm)
  return Math.sqrt(Math.abs(j.xx * j.yy - j.xy * j.yx))
}

/** How far a mark lies from where the map puts it. */
export function errorMm(map: SheetMap, match: Match): number {
  const { xMm, yMm } = match.anchor
  const at = projectSheet(map, xMm, yMm)
  return Math.hypot(at.x - match.xPx, at.y - match.yPx) / scaleAt(map.toPx, xMm, yMm)
}

export function rmsMm(map: SheetMap, matches: readonly Match[]): number {
  const sum = matches.reduce((total, m) => total + errorMm(map, m) ** 2, 0)
  return matches.length === 0 ? 0 : Math.sqrt(sum / matches.length)
}
