import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { jacobian, project } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { paperAt } from '../kernels/white-map.ts'
import type { FeedCurve } from './feed-curve.ts'
import { feedAt } from './feed-curve.ts'

/** Where sheet millimetres lie in the picture: a flat page, and what uneven feed adds to it. */
export interface SheetMap {
  toPx: Homography
  /** Absent or null where the paper was fed evenly. */
  feed?: FeedCurve | null
}

/** A page with what is needed to tell paper from ink at any place. */
export interface InkView extends SheetMap {
  gray: Gray
  white: WhiteMap
  /** Grey of full ink as a share of the local paper. */
  inkShare: number
}

/** The picture around one place of the sheet, taken as flat: offsets in millimetres map linearly. */
export interface LocalView {
  data: Uint8Array
  width: number
  height: number
  /** Pixel of the place itself. */
  x: number
  y: number
  /** Pixels moved per sheet millimetre to the right (xx, yx) and down (xy, yy). */
  xx: number
  xy: number
  yx: number
  yy: number
  paper: number
  /** 1 / (paper - ink). */
  scale: number
  pxPerMm: number
}

/** Least difference between paper and ink that is used as full scale, in grey levels. */
const leastContrast = 24

/** The pixel of a sheet point. */
export function projectSheet(map: SheetMap, xMm: number, yMm: number): { x: number; y: number } {
  const { feed } = map
  if (!feed) return project(map.toPx, xMm, yMm)
  const { lean = 0 } = feed
  return feed.axis === 'y'
    ? project(map.toPx, xMm, yMm + feedAt(feed, yMm + lean * xMm).shift)
    : project(map.toPx, xMm + feedAt(feed, xMm + lean * yMm).shift, yMm)
}

/** The pixel of a sheet point, and how far the picture moves per millimetre there. */
function sheetJacobian(map: SheetMap, xMm: number, yMm: number): ReturnType<typeof jacobian> {
  const { feed } = map
  if (!feed) return jacobian(map.toPx, xMm, yMm)
  const isAlongY = feed.axis === 'y'
  const { lean = 0 } = feed
  const { shift, slope } = feedAt(feed, isAlongY ? yMm + lean * xMm : xMm + lean * yMm)
  const j = jacobian(map.toPx, isAlongY ? xMm : xMm + shift, isAlongY ? yMm + shift : yMm)
  const stretch = 1 + slope
  const turn = slope * lean
  return isAlongY
    ? {
        ...j,
        xx: j.xx + turn * j.xy,
        yx: j.yx + turn * j.yy,
        xy: j.xy * stretch,
        yy: j.yy * stretch,
      }
    : {
        ...j,
        xx: j.xx * stretch,
        yx: j.yx * stretch,
        xy: j.xy + turn * j.xx,
        yy: j.yy + turn * j.yx,
      }
}

export function localView(view: InkView, xMm: number, yMm: number): LocalView {
  const j = sheetJacobian(view, xMm, yMm)
  const paper = paperAt(view.white, j.x, j.y)
  const ink = paper * view.inkShare
  return {
    data: view.gray.data,
    width: view.gray.width,
    height: view.gray.height,
    x: j.x,
    y: j.y,
    xx: j.xx,
    xy: j.xy,
    yx: j.yx,
    yy: j.yy,
    paper,
    scale: 1 / Math.max(leastContrast, paper - ink),
    pxPerMm: Math.sqrt(Math.abs(j.xx * j.yy - j.xy * j.yx)),
  }
}

/**
 * The numbers of a local view straight into memory, in the order x, y, xx, yx, xy, yy, paper, scale: on a
 * page with hundreds of bubbles as many objects are garbage that costs more than the places.
 */
export function writeLocalView(
  view: InkView,
  xMm: number,
  yMm: number,
  floats: Float64Array,
  at: number,
): void {
  const j = sheetJacobian(view, xMm, yMm)
  const paper = paperAt(view.white, j.x, j.y)
  floats[at] = j.x
  floats[at + 1] = j.y
  floats[at + 2] = j.xx
  floats[at + 3] = j.yx
  floats[at + 4] = j.xy
  floats[at + 5] = j.yy
  floats[at + 6] = paper
  floats[at + 7] = 1 / Math.max(leastContrast, paper - paper * view.inkShare)
}

/** Darkness at an offset in millimetres, 0 paper to 1 full ink, nearest pixel; 0 outside the picture. */
export function inkAt(local: LocalView, dx: number, dy: number): number {
  const x = Math.round(local.x + local.xx * dx + local.xy * dy)
  const y = Math.round(local.y + local.yx * dx + local.yy * dy)
  if (x < 0 || y < 0 || x >= local.width || y >= local.height) return 0
  const ink = (local.paper - local.data[y * local.width + x]!) * local.scale
  return ink <= 0 ? 0 : ink >= 1 ? 1 : ink
}

/** Is the offset inside the picture? */
export function isInside(local: LocalView, dx: number, dy: number): boolean {
  const x = local.x + local.xx * dx + local.xy * dy
  const y = local.y + local.yx * dx + local.yy * dy
  return x >= 0 && y >= 0 && x < local.width - 0.5 && y < local.height - 0.5
}
