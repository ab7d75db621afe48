import type { Gray } from '../kernels/gray.ts'
import type { Homography } from '../kernels/homography.ts'
import { jacobian } from '../kernels/homography.ts'
import type { WhiteMap } from '../kernels/white-map.ts'
import { paperAt } from '../kernels/white-map.ts'

/** A page with what is needed to tell paper from ink at any place. */
export interface InkView {
  gray: Gray
  white: WhiteMap
  toPx: Homography
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

export function localView(view: InkView, xMm: number, yMm: number): LocalView {
  const j = jacobian(view.toPx, xMm, yMm)
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
