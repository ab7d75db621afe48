import type { TemplatePage } from '@hengjuan/domain'
import type { Placement } from './placement.ts'

/** Least distance of some mark from the line through the others, as a share of the sheet's shorter side. */
const leastSpread = 0.3

/**
 * Do the marks fix the page by themselves? Three corners do, and so do four marks of any kind that do not
 * lie on one line; a sheet with fewer corners needs all of them.
 */
export function isEnough(placement: Placement, page: TemplatePage): boolean {
  const found = placement.anchors.filter((a) => a.found)
  const corners = page.anchors.filter((a) => a.role === 'corner').length
  if (found.length < Math.min(3, corners)) return false
  if (placement.corners >= Math.min(3, corners) && found.length >= 3) return true
  const side = Math.min(page.widthMm, page.heightMm)
  return found.length >= 4 && spreadMm(found.map((a) => a.anchor)) >= leastSpread * side
}

/** Greatest distance of a mark from the line through the two that lie furthest apart. */
export function spreadMm(marks: readonly { xMm: number; yMm: number }[]): number {
  if (marks.length === 0) return 0
  let [from, to, longest] = [marks[0]!, marks[0]!, 0]
  for (const a of marks) {
    for (const b of marks) {
      const length = Math.hypot(a.xMm - b.xMm, a.yMm - b.yMm)
      if (length > longest) [from, to, longest] = [a, b, length]
    }
  }
  if (longest === 0) return 0
  const [nx, ny] = [(to.yMm - from.yMm) / longest, (from.xMm - to.xMm) / longest]
  return Math.max(...marks.map((m) => Math.abs(nx * (m.xMm - from.xMm) + ny * (m.yMm - from.yMm))))
}
