import type { CropRegion } from '@hengjuan/domain'
import { heldPage } from '../kernels/page-memory.ts'
import type { InkView } from './ink-view.ts'
import { projectSheet } from './ink-view.ts'
import { placeBytes, writePlaces } from './place-record.ts'

export type Quad = [[number, number], [number, number], [number, number], [number, number]]

/** Parallel printed lines must be further apart than this, or the neighbour's line is found. */
const reachMm = 1.1
const stepMm = 0.08
/** Share of a side that must be dark for its frame line to be believed. */
const leastLine = 0.45
/** Ink from which a place is dark. */
const darkInk = 0.25

/**
 * Corners of a region in pixels (top left, top right, bottom right, bottom left), moved onto its
 * printed frame where one is seen.
 */
export function alignFrame(view: InkView, region: CropRegion): Quad {
  const { xMm, yMm, widthMm, heightMm } = region
  let [left, right, top, bottom] = [xMm, xMm + widthMm, yMm, yMm + heightMm]
  if (region.framed) {
    const offsets = {
      left: lineOffset(view, 'x', left, top, bottom),
      right: lineOffset(view, 'x', right, top, bottom),
      top: lineOffset(view, 'y', top, left, right),
      bottom: lineOffset(view, 'y', bottom, left, right),
    }
    left += offsets.left ?? offsets.right ?? 0
    right += offsets.right ?? offsets.left ?? 0
    top += offsets.top ?? offsets.bottom ?? 0
    bottom += offsets.bottom ?? offsets.top ?? 0
  }
  const corner = (x: number, y: number): [number, number] => {
    const at = projectSheet(view, x, y)
    return [at.x, at.y]
  }
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)]
}

/** Most places at which a side is looked at, and room for them. */
const mostPoints = 48
const linePoints = new Float64Array(2 * mostPoints)

/** How far a printed line lies from its place, perpendicular to itself; null when it is not seen. */
function lineOffset(
  view: InkView,
  axis: 'x' | 'y',
  at: number,
  from: number,
  to: number,
): number | null {
  const points = Math.max(12, Math.min(mostPoints, Math.round((to - from) / 2)))
  const { memory, at: page } = heldPage(view.gray)
  const places = memory.work
  for (let i = 0; i < points; i++) {
    const along = from + ((to - from) * (i + 0.5)) / points
    linePoints[2 * i] = axis === 'x' ? at : along
    linePoints[2 * i + 1] = axis === 'x' ? along : at
  }
  const counts = places + points * placeBytes
  writePlaces(memory, places, view, linePoints.subarray(0, 2 * points), counts)
  const steps = Math.round(reachMm / stepMm)
  const { width, height } = view.gray
  const side = axis === 'x' ? 0 : 1
  memory.kernels.lineProfile(
    page,
    width,
    height,
    places,
    points,
    side,
    steps,
    stepMm,
    darkInk,
    counts,
  )
  let [best, most] = [0, 0]
  for (let k = -steps; k <= steps; k++) {
    const offset = k * stepMm
    // The nearer of two equally dark lines is the frame's own.
    const dark = memory.ints[(counts >> 2) + k + steps]! / points - 0.02 * Math.abs(offset)
    if (dark > most) [best, most] = [offset, dark]
  }
  return most >= leastLine ? best : null
}
