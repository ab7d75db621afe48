import { projected } from './ghost-path.ts'
import type { ReviewDetail } from './types.ts'

export type Plan = ReviewDetail['anchors'][number]
export type Corner = Plan['corners'][number]
/** Image pixels. */
export interface Point {
  x: number
  y: number
}

/** Which corner of the printed sheet, in words. */
export const nameOf = (corner: Corner, plan: Pick<Plan, 'width_mm' | 'height_mm'>): string =>
  `${corner.x_mm < plan.width_mm / 2 ? '左' : '右'}${corner.y_mm < plan.height_mm / 2 ? '上' : '下'}`

/** Which of several points lies nearest to one; -1 of none. */
export function nearestOf(points: readonly Point[], to: Point): number {
  const far = points.map(({ x, y }) => Math.hypot(x - to.x, y - to.y))
  return far.indexOf(Math.min(...far))
}

/** The corners around the page, one after the other, clockwise as printed. */
export function outline(corners: readonly Corner[]): Corner[] {
  const x = corners.reduce((sum, { x_mm }) => sum + x_mm, 0) / corners.length
  const y = corners.reduce((sum, { y_mm }) => sum + y_mm, 0) / corners.length
  const angle = (one: Corner) => Math.atan2(one.y_mm - y, one.x_mm - x)
  return corners.toSorted((a, b) => angle(a) - angle(b))
}

type PointOf = (corner: Corner) => Point

/**
 * Moves, turns and scales the printed sheet onto the points of its corners as well as it goes.
 *
 * @returns sheet millimetres to image pixels, row-major 3 x 3; null where nothing fits
 */
export function bestFit(corners: readonly Corner[], pointOf: PointOf): number[] | null {
  const count = corners.length
  const pairs = corners.map((corner) => ({
    mm: { x: corner.x_mm, y: corner.y_mm },
    px: pointOf(corner),
  }))
  const middle = (side: 'mm' | 'px'): Point => ({
    x: pairs.reduce((sum, pair) => sum + pair[side].x, 0) / count,
    y: pairs.reduce((sum, pair) => sum + pair[side].y, 0) / count,
  })
  const [from, to] = [middle('mm'), middle('px')]
  const around = pairs.map(({ mm, px }) => ({
    mm: { x: mm.x - from.x, y: mm.y - from.y },
    px: { x: px.x - to.x, y: px.y - to.y },
  }))
  const size = around.reduce((sum, { mm }) => sum + mm.x ** 2 + mm.y ** 2, 0)
  // Turn and scale as one complex number.
  const along = around.reduce((sum, { mm, px }) => sum + mm.x * px.x + mm.y * px.y, 0) / size
  const across = around.reduce((sum, { mm, px }) => sum + mm.x * px.y - mm.y * px.x, 0) / size
  // All points on one spot, or mirrored.
  if (!(Math.hypot(along, across) > 0)) return null
  const [x, y] = [to.x - along * from.x + across * from.y, to.y - across * from.x - along * from.y]
  return [along, -across, x, across, along, y, 0, 0, 1]
}

/**
 * How far four points are from lying as their marks are printed, millimetres: root mean square of what is
 * left when the printed sheet is fitted onto them.
 */
export function residualMm(corners: readonly Corner[], pointOf: PointOf): number {
  if (corners.length === 0) return 0
  const fit = bestFit(corners, pointOf)
  if (!fit) return Number.POSITIVE_INFINITY
  const left = corners.reduce((sum, corner) => {
    const expected = projected(fit, corner.x_mm, corner.y_mm)
    const point = pointOf(corner)
    return sum + (expected.x - point.x) ** 2 + (expected.y - point.y) ** 2
  }, 0)
  return Math.sqrt(left / corners.length) / Math.hypot(fit[0] ?? 0, fit[3] ?? 0)
}

/**
 * Where a corner lies before anybody points at it: the paper is taken to fill the picture.
 *
 * @param quarterTurns clockwise, how the paper lies in the scanner
 */
export function guessedPoint(
  corner: Corner,
  plan: Pick<Plan, 'width_mm' | 'height_mm'>,
  image: { width: number; height: number },
  quarterTurns: number,
): Point {
  const u = corner.x_mm / plan.width_mm
  const v = corner.y_mm / plan.height_mm
  const turned = [
    [u, v],
    [1 - v, u],
    [1 - u, 1 - v],
    [v, 1 - u],
  ][((quarterTurns % 4) + 4) % 4] ?? [u, v]
  return { x: (turned[0] ?? 0) * image.width, y: (turned[1] ?? 0) * image.height }
}
