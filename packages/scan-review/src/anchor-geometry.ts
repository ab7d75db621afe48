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

/** The corners around the page, one after the other, clockwise as printed. */
export function outline(corners: readonly Corner[]): Corner[] {
  const x = corners.reduce((sum, { x_mm }) => sum + x_mm, 0) / corners.length
  const y = corners.reduce((sum, { y_mm }) => sum + y_mm, 0) / corners.length
  const angle = (one: Corner) => Math.atan2(one.y_mm - y, one.x_mm - x)
  return corners.toSorted((a, b) => angle(a) - angle(b))
}

/** How far the scales of the sides differ, 0 for a flat page. */
export function unevennessOf(
  corners: readonly Corner[],
  pointOf: (corner: Corner) => Point,
): number {
  const ring = outline(corners)
  const scales = ring.flatMap((corner, at) => {
    const next = ring[(at + 1) % ring.length]
    if (!next) return []
    const [a, b] = [pointOf(corner), pointOf(next)]
    const mm = Math.hypot(next.x_mm - corner.x_mm, next.y_mm - corner.y_mm)
    return mm > 0 ? Math.hypot(b.x - a.x, b.y - a.y) / mm : []
  })
  return scales.length === 0 ? 0 : Math.max(...scales) / Math.min(...scales) - 1
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
