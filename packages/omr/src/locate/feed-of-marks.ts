import { mean } from '../kernels/averages.ts'
import type { FeedCurve } from '../align/feed-curve.ts'
import { isGentle } from '../align/feed-curve.ts'
import type { Homography } from '../kernels/homography.ts'
import { jacobian } from '../kernels/homography.ts'
import type { Match } from './placement.ts'

/** Marks at nearly the same distance from the edge, on both sides of the sheet, measure one place of the feed. */
const sameLineMm = 8
/** The two sides must agree: one mark alone that is off is a damaged mark, not slip. */
const agreeMm = 0.3
/** Marks of one line must lie this far apart to be two sides of a sheet. */
const acrossMm = 40

/**
 * What uneven feed along one axis would explain of the marks' misfit; null where the marks do not lie
 * in at least three lines across, or contradict it.
 */
export function feedOfMarks(
  map: Homography,
  matches: readonly Match[],
  axis: FeedCurve['axis'],
): FeedCurve | null {
  const along = (m: Match) => (axis === 'y' ? m.anchor.yMm : m.anchor.xMm)
  const across = (m: Match) => (axis === 'y' ? m.anchor.xMm : m.anchor.yMm)
  const sorted = [...matches].sort((a, b) => along(a) - along(b))
  const at: number[] = []
  const shift: number[] = []
  for (let i = 0; i < sorted.length;) {
    const line = sorted.filter((m, k) => k >= i && along(m) - along(sorted[i]!) < sameLineMm)
    i += line.length
    const offsets = line.map((m) => misplaced(map, m)[axis])
    const sides = line.map(across)
    if (Math.max(...sides) - Math.min(...sides) < acrossMm) continue
    if (Math.max(...offsets) - Math.min(...offsets) > agreeMm) continue
    at.push(mean(line.map(along)))
    shift.push(mean(offsets))
  }
  if (at.length < 3) return null
  const feed = { axis, at, shift }
  return isGentle(feed) ? feed : null
}

/** How many sheet millimetres a mark was found from where a flat page has it. */
export function misplaced(map: Homography, { anchor, xPx, yPx }: Match): { x: number; y: number } {
  const j = jacobian(map, anchor.xMm, anchor.yMm)
  const [dx, dy] = [xPx - j.x, yPx - j.y]
  const det = j.xx * j.yy - j.xy * j.yx
  return { x: (j.yy * dx - j.xy * dy) / det, y: (j.xx * dy - j.yx * dx) / det }
}
